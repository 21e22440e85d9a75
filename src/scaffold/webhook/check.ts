import { type Diagnostic, nearestName } from '../../diagnostics.ts';
import {
  checkForeignGroupVersionKind,
  checkResourceName,
  qualifiedGroup,
} from '../../project/group-version-kind.ts';
import { asDnsName } from '../../project/dns.ts';
import { webhookPath } from '../../project/name-rules.ts';
import { pluralOf } from '../../project/plural.ts';
import type { ProjectFile } from '../../project/project-file.ts';
import type { ProjectResource } from '../../project/project-resource.ts';
import { checkExternal } from '../api/check-external.ts';
import { checkTakenNames } from '../api/check-taken-names.ts';
import { isSameKind } from '../api/context.ts';
import { isOfProject } from '../api/type-module.ts';
import { defaultPath, type WebhookOptions } from './options.ts';
import {
  invalidSpoke,
  invalidWebhookPath,
  unconvertibleKind,
  unknownWebhookKind,
  webhookWithoutType,
} from '../diagnostics.ts';

type PathType = 'defaulting' | 'validation';
const pathTypes: readonly PathType[] = ['defaulting', 'validation'];

/** Checks the flags on their own, without the project. */
export function checkOptions({ types, spokes, ...options }: WebhookOptions): Diagnostic[] {
  const found: Diagnostic[] = [];
  if (types.length === 0) {
    const hint = 'add --defaulting, --validation, or --conversion --spoke with the other version';
    found.push(webhookWithoutType({ message: 'no webhook type given', hint }));
  }
  for (const type of pathTypes) {
    const path = options[`${type}Path`];
    if (path === undefined) continue;
    if (!types.includes(type)) {
      found.push(
        invalidWebhookPath({
          message: `--${type}-path requires --${type}`,
          hint: `add --${type}`,
        }),
      );
    }
    found.push(...checkPath(type, path));
  }
  if (types.includes('conversion') && spokes.length === 0) {
    const hint = `add the versions to convert ${options.version} to and from, such as --spoke v2`;
    found.push(invalidSpoke({ message: '--conversion requires at least one --spoke', hint }));
  }
  if (!types.includes('conversion') && spokes.length > 0)
    found.push(invalidSpoke({ message: '--spoke requires --conversion', hint: 'add --conversion' }));
  for (const spoke of new Set(spokes.filter((version, index) => spokes.indexOf(version) !== index)))
    found.push(invalidSpoke({ message: `duplicate --spoke ${spoke}`, hint: 'remove one of them' }));
  return found;
}

/** The names of an external kind become file paths and identifiers, so they are checked like those of the project. */
export function checkForeign({ external, group = '', plural, version, kind }: WebhookOptions): Diagnostic[] {
  if (external === undefined) return [];
  return [
    ...checkForeignGroupVersionKind({ group, domain: external.domain ?? '', version, kind }),
    ...checkTakenNames(kind, { withImage: false }),
    ...(plural === undefined ? [] : checkResourceName('--plural', plural)),
    ...checkExternal({}, external),
  ];
}

/** Checks the webhook against the resources of the project. */
export function checkAgainst(
  project: ProjectFile,
  resource: ProjectResource,
  options: WebhookOptions,
): Diagnostic[] {
  return [
    ...checkPlural(resource, options),
    ...checkPaths(project, resource, options),
    ...(options.types.includes('conversion') ? checkConversion(project, resource, options) : []),
  ];
}

function checkPath(type: PathType, path: string): Diagnostic[] {
  const wrong = webhookPath(path);
  if (wrong === undefined) return [];
  const parts = path.split('/').map((part) => asDnsName(part));
  const better = `/${parts.filter((part) => part !== '').join('/')}`;
  return [
    invalidWebhookPath({
      message: `'${path}' is not a valid path: ${wrong}`,
      hint:
        webhookPath(better) === undefined
          ? `did you mean --${type}-path ${better}?`
          : 'use a path such as /check',
    }),
  ];
}

function checkPlural(
  { kind, plural = pluralOf(kind) }: ProjectResource,
  options: WebhookOptions,
): Diagnostic[] {
  if (options.plural === undefined || options.plural === plural) return [];
  const message = `the plural of ${kind} is ${plural}, not ${options.plural}`;
  return [unknownWebhookKind({ message, hint: 'remove --plural: opgen takes it from PROJECT' })];
}

/** Two webhooks cannot share a path, and an existing webhook keeps its path. */
function checkPaths(project: ProjectFile, resource: ProjectResource, options: WebhookOptions): Diagnostic[] {
  const found: Diagnostic[] = [];
  const taken = new Map<string, string>([['/convert', 'the conversion webhook']]);
  for (const known of project.resources) {
    for (const type of pathTypes.filter((each) => known.webhooks?.[each] === true))
      taken.set(pathOf(known, type), `the ${type} webhook of ${known.kind} ${known.version}`);
  }
  for (const type of pathTypes.filter((each) => options.types.includes(each))) {
    const path = options[`${type}Path`];
    if (resource.webhooks?.[type] === true) {
      const before = pathOf(resource, type);
      if (path === undefined || path === before) continue;
      const message = `the ${type} webhook of ${resource.kind} already exists with the path ${before}`;
      found.push(
        invalidWebhookPath({
          message,
          hint: 'remove --${type}-path, or delete the webhook first with opgen delete webhook',
        }),
      );
      continue;
    }
    const wanted = path ?? defaultPath(type, { ...resource, group: qualifiedGroup(resource) });
    const owner = taken.get(wanted);
    if (owner !== undefined)
      found.push(
        invalidWebhookPath({
          message: `${owner} already has the path ${wanted}`,
          hint: `choose a different path with --${type}-path`,
        }),
      );
    taken.set(wanted, `the ${type} webhook`);
  }
  return found;
}

function checkConversion(
  project: ProjectFile,
  resource: ProjectResource,
  { spokes }: WebhookOptions,
): Diagnostic[] {
  const { group, kind, version } = resource;
  if (!isOfProject(resource)) {
    const hint = 'only the operator that owns the CRD can convert its versions';
    return [unconvertibleKind({ message: `${kind} is not a kind of this project`, hint })];
  }
  const others = project.resources.filter(
    (known) => isSameKind(known, resource) && known.version !== version,
  );
  const hub = others.find((known) => known.webhooks?.conversion === true);
  if (hub !== undefined) {
    const hint = `use --version ${hub.version} --conversion --spoke ${version}, or delete that conversion first`;
    return [
      unconvertibleKind({
        message: `${hub.version} is already the hub of ${kind}, and a kind has only one hub`,
        hint,
      }),
    ];
  }
  return spokes.flatMap((spoke): Diagnostic[] => {
    if (others.some((known) => known.version === spoke && isOfProject(known))) return [];
    if (spoke === version)
      return [
        invalidSpoke({
          message: `${spoke} is the hub and cannot be a spoke`,
          hint: 'name the other versions with --spoke',
        }),
      ];
    const near =
      nearestName(
        spoke,
        others.map((known) => known.version),
      ) ?? others[0]?.version;
    const hint =
      near === undefined
        ? `create it first with opgen create api --group ${group} --version ${spoke} --kind ${kind} --no-controller`
        : `did you mean --spoke ${near}?`;
    return [invalidSpoke({ message: `the project has no version ${spoke} of ${kind}`, hint })];
  });
}

function pathOf(resource: ProjectResource, type: PathType): string {
  return (
    resource.webhooks?.[`${type}Path`] ?? defaultPath(type, { ...resource, group: qualifiedGroup(resource) })
  );
}
