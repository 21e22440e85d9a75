import { type Minor, newestMinor } from '@opgen/rules/builtin';
import { RuleValidator } from '@opgen/rules/cel';
import type { CustomResourceDefinitionVersion, CustomResourceDefinition } from '@opgen/rules/definitions';
import { withObjectMeta } from '../apply/object-schema.ts';
import { type Builtins, builtins } from './builtin.ts';
import { tableOf, type CustomResourceFacts, type Resource, type Subresource } from './resource.ts';

const crudVerbs = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'];
const subresourceVerbs = ['get', 'patch', 'update'];

/** The resources that the server serves now: built-in ones and those of CustomResourceDefinitions. */
export class Registry {
  readonly builtins: Builtins;
  readonly #resources = new Map<string, Resource>();
  /** The paths that each CustomResourceDefinition defines, by its name. */
  readonly #defined = new Map<string, string[]>();
  /** The storage version of each table; it may not be served. */
  readonly #stored = new Map<string, Resource>();

  /** Begins with the built-in resources of a minor version of Kubernetes. */
  constructor(minor: Minor = newestMinor) {
    this.builtins = builtins(minor);
    for (const resource of this.builtins.resources) this.#resources.set(pathOf(resource), resource);
    const events = this.find('', 'v1', 'events');
    if (events !== undefined) this.#stored.set(tableOf(events), events);
  }

  all(): Resource[] {
    return [...this.#resources.values()];
  }

  find(group: string, version: string, plural: string): Resource | undefined {
    return this.#resources.get(`${group}/${version}/${plural}`);
  }

  /** True for built-in groups, which answer 404 with a Status; other groups answer with plain text. */
  servesBuiltin(group: string): boolean {
    return this.builtins.resources.some((resource) => resource.group === group);
  }

  /** Any version of the resource of a table. */
  ofTable(table: string): Resource | undefined {
    return this.all().find((resource) => tableOf(resource) === table);
  }

  /** The storage version of a resource. */
  storageOf(resource: Resource): Resource {
    return this.#stored.get(tableOf(resource)) ?? resource;
  }

  /** Serves the resources of a valid CustomResourceDefinition with defaults, replacing its earlier ones. */
  install(definition: object): void {
    const crd = definition as CustomResourceDefinition;
    const { name } = crd.metadata;
    this.uninstall(name);
    const { versions } = crd.spec;
    const resources = versions
      .filter(({ served }) => served === true)
      .map((version) => customResource(crd, version, this.builtins));
    for (const resource of resources) this.#resources.set(pathOf(resource), resource);
    const storage = versions.find((version) => version.storage === true);
    if (storage !== undefined) {
      const resource = customResource(crd, storage, this.builtins);
      this.#stored.set(tableOf(resource), resource);
    }
    this.#defined.set(name, resources.map(pathOf));
  }

  uninstall(name: string): void {
    for (const path of this.#defined.get(name) ?? []) this.#resources.delete(path);
    this.#defined.delete(name);
  }
}

function pathOf(resource: Resource): string {
  return `${resource.group}/${resource.version}/${resource.plural}`;
}

function customResource(
  definition: CustomResourceDefinition,
  version: CustomResourceDefinitionVersion,
  { minor, resolve }: Builtins,
): Resource {
  const { spec } = definition;
  const { names, group, versions, scope } = spec;
  const { kind } = names;
  const resource: Resource = {
    group,
    version: version.name,
    kind,
    listKind: names.listKind ?? `${kind}List`,
    plural: names.plural,
    singular: names.singular ?? kind.toLowerCase(),
    namespaced: scope === 'Namespaced',
    verbs: crudVerbs,
    shortNames: names.shortNames ?? [],
    categories: names.categories ?? [],
    subresources: subresourcesOf(version, group, kind),
    schema: withObjectMeta(version.schema?.openAPIV3Schema ?? { type: 'object' }),
    minor,
    resolve,
    custom: {
      ...customFacts(
        group,
        kind,
        version,
        versions.find(({ storage }) => storage === true)?.name ?? version.name,
      ),
      ...conversionOf(spec),
      ...(definition.metadata.deletionTimestamp !== undefined && { isTerminating: true }),
    },
  };
  return resource;
}

function conversionOf({
  conversion,
}: CustomResourceDefinition['spec']): Pick<CustomResourceFacts, 'conversion'> {
  const { clientConfig = {}, conversionReviewVersions = [] } = conversion?.webhook ?? {};
  if (conversion?.strategy !== 'Webhook') return {};
  return { conversion: { clientConfig, conversionReviewVersions, known: new WeakMap() } };
}

function subresourcesOf(
  { name, subresources = {} }: CustomResourceDefinitionVersion,
  group: string,
  kind: string,
): Subresource[] {
  return [
    ...(subresources.status === undefined
      ? []
      : [{ name: 'status', group, version: name, kind, verbs: subresourceVerbs }]),
    ...(subresources.scale === undefined
      ? []
      : [{ name: 'scale', group: 'autoscaling', version: 'v1', kind: 'Scale', verbs: subresourceVerbs }]),
  ];
}

function customFacts(
  group: string,
  kind: string,
  version: CustomResourceDefinitionVersion,
  storageVersion: string,
): CustomResourceFacts {
  const {
    specReplicasPath = '',
    statusReplicasPath = '',
    labelSelectorPath,
  } = version.subresources?.scale ?? {};
  return {
    rules: new RuleValidator(version.schema?.openAPIV3Schema ?? {}),
    columns: version.additionalPrinterColumns ?? [
      { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
    ],
    ...(version.subresources?.scale && {
      scale: { specReplicasPath, statusReplicasPath, ...(labelSelectorPath && { labelSelectorPath }) },
    }),
    selectableFields: (version.selectableFields ?? []).flatMap(({ jsonPath }) =>
      jsonPath ? [jsonPath.slice(1)] : [],
    ),
    storageVersion,
    ...(version.deprecated === true && {
      warning: version.deprecationWarning ?? `${group}/${version.name} ${kind} is deprecated`,
    }),
  };
}
