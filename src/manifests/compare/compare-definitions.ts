import type { CustomResourceDefinition, CustomResourceDefinitionVersion } from '@opgen/rules/definitions';
import { change, type Change, type ChangeRule, type Severity } from '../../kubernetes/change.ts';
import { compareSchemas } from '../../schema/compare/compare-schemas.ts';
import { compareVersions } from './compare-versions.ts';

/** A change to a CRD, or to one of its versions. */
export interface DefinitionChange extends Change {
  /** The name of the CRD. */
  definition: string;
  version?: string;
}

type Spec = CustomResourceDefinition['spec'];

/** Compares two sets of CRDs from the point of view of clients of the first set. */
export function compareAllDefinitions(
  before: readonly CustomResourceDefinition[],
  after: readonly CustomResourceDefinition[],
): DefinitionChange[] {
  const [was, is] = [before, after].map((all) => new Map(all.map((each) => [each.metadata.name, each])));
  const names = [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])].toSorted();
  return names.flatMap((name) => {
    const [old, now] = [was?.get(name), is?.get(name)];
    if (old !== undefined && now !== undefined) return compareDefinitions(old, now);
    const found =
      old === undefined
        ? change('definition-added', '', 'a new kind')
        : change(
            'definition-removed',
            '',
            'the CRD was removed: deleting it deletes all objects of the kind',
          );
    return { ...found, definition: name };
  });
}

export function compareDefinitions(
  before: CustomResourceDefinition,
  after: CustomResourceDefinition,
): DefinitionChange[] {
  const definition = before.metadata.name;
  const [was, is] = [before.spec, after.spec];
  const names = new Set([...was.versions, ...is.versions].map(({ name }) => name));
  const ofVersions = [...names].flatMap((version) =>
    bySeverity(compareVersion(find(was, version), find(is, version), storedIn(before))).map((change) => ({
      ...change,
      definition,
      version,
    })),
  );
  const ofWhole = [...compareNames(was, is), ...compareConversions(was, is), ...compareSideBySide(was, is)];
  return [...bySeverity(ofWhole).map((change) => ({ ...change, definition })), ...ofVersions];
}

const severities: readonly Severity[] = ['breaking', 'caution', 'safe'];

/** Most severe first. */
function bySeverity(changes: readonly Change[]): Change[] {
  return changes.toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
}

function find({ versions }: Spec, version: string): CustomResourceDefinitionVersion | undefined {
  return versions.find(({ name }) => name === version);
}

function compareNames(was: Spec, is: Spec): Change[] {
  const changes: Change[] = [];
  if (was.scope !== is.scope) {
    const message = `the scope changed from ${was.scope} to ${is.scope}: the scope of a CRD is immutable`;
    changes.push(change('scope-changed', '', message));
  }
  if (was.group !== is.group) {
    const message = `the group changed from ${was.group} to ${is.group}: the group of a CRD is immutable`;
    changes.push(change('names-changed', '', message));
  }
  for (const name of ['kind', 'plural'] as const) {
    const [old, now] = [was.names[name], is.names[name]];
    if (old === now) continue;
    const message = `the ${name} changed from ${old} to ${now}: the ${name} of a CRD is immutable`;
    changes.push(change('names-changed', '', message));
  }
  for (const name of ['singular', 'listKind'] as const) {
    const [old, now] = [was.names[name], is.names[name]];
    if (old === now || old === undefined) continue;
    changes.push(
      change(
        'other-name-changed',
        '',
        `the ${name} changed from ${old} to ${now}: clients may use the old name`,
      ),
    );
  }
  for (const name of ['shortNames', 'categories'] as const) {
    const [old = [], now = []] = [was.names[name], is.names[name]];
    const removed = old.filter((each) => !now.includes(each));
    const added = now.filter((each) => !old.includes(each));
    if (removed.length > 0)
      changes.push(
        change(
          'short-name-removed',
          '',
          `removed from ${name}: ${removed.join(', ')}; kubectl no longer accepts it`,
        ),
      );
    if (added.length > 0)
      changes.push(change('short-name-added', '', `added to ${name}: ${added.join(', ')}`));
  }
  return changes;
}

function compareConversions(was: Spec, is: Spec): Change[] {
  if (hasWebhook(was) === hasWebhook(is)) return [];
  if (hasWebhook(is)) return [change('conversion-added', '', 'the versions are now converted by a webhook')];
  const message = 'the conversion webhook was removed: fields that only one version has are lost';
  return [change('conversion-removed', '', message)];
}

/** Served versions with different fields, unless the old CRD had them too. Without a webhook nothing converts the fields. */
function compareSideBySide(was: Spec, is: Spec): Change[] {
  if (hasWebhook(was)) return [];
  const known = new Set(differingVersions(was).map(({ names }) => names));
  return differingVersions(is)
    .filter(({ names }) => !known.has(names))
    .map(({ names, path }) =>
      change(
        'versions-differ',
        '',
        `${names} are served without a conversion webhook and differ in ${path}: values are lost when an object is written in the other version`,
      ),
    );
}

/** Pairs of served versions, each with a field in which they differ. */
function differingVersions(spec: Spec): { names: string; path: string }[] {
  if (hasWebhook(spec)) return [];
  const served = spec.versions.filter((version) => version.served);
  return served.flatMap((one, position) =>
    served.slice(position + 1).flatMap((other) => {
      const [from = {}, to = {}] = [one, other].map(({ schema }) => schema?.openAPIV3Schema);
      const lost = compareSchemas(from, to).find(({ rule }) => losing.has(rule));
      return lost === undefined ? [] : [{ names: `${one.name} and ${other.name}`, path: lost.path }];
    }),
  );
}

function hasWebhook({ conversion }: Spec): boolean {
  return (conversion as { strategy?: string } | undefined)?.strategy === 'Webhook';
}

const losing = new Set<ChangeRule>(['field-added', 'field-removed', 'type-changed']);

/** The versions in which objects may be stored. Only a CRD read from a cluster lists the former storage versions. */
function storedIn({ spec, status }: CustomResourceDefinition): readonly string[] {
  const last = spec.versions.filter(({ storage }) => storage).map(({ name }) => name);
  return [...last, ...(status?.storedVersions ?? [])];
}

function compareVersion(
  was: CustomResourceDefinitionVersion | undefined,
  is: CustomResourceDefinitionVersion | undefined,
  stored: readonly string[],
): Change[] {
  if (was === undefined) return [change('version-added', '', 'a new version')];
  if (is === undefined) return [removal(was, stored)];
  return [
    ...compareVersions(was, is),
    ...compareSchemas(was.schema?.openAPIV3Schema ?? {}, is.schema?.openAPIV3Schema ?? {}),
  ];
}

function removal({ name, served }: CustomResourceDefinitionVersion, stored: readonly string[]): Change {
  if (stored.includes(name)) {
    const message =
      'the storage version was removed: migrate all objects first, and remove the version from status.storedVersions';
    return change('stored-version-removed', '', message);
  }
  if (served)
    return change('version-removed', '', 'the version was removed: clients that use it get 404 Not Found');
  const message = 'the version was removed: objects may still be stored in it, see status.storedVersions';
  return change('unserved-version-removed', '', message);
}
