import type { Diagnostic } from '../../diagnostics.ts';
import { checkControllerName, controllerNamesOf, sameController } from '../../project/controllers.ts';
import {
  checkForeignGroupVersionKind,
  checkGroupVersionKind,
  checkResourceName,
  qualifiedGroup,
} from '../../project/group-version-kind.ts';
import { pluralOf } from '../../project/plural.ts';
import type { ProjectFile } from '../../project/project-file.ts';
import type { ProjectResource } from '../../project/project-resource.ts';
import type { ApiOptions } from './options.ts';
import { isSameKind } from './context.ts';
import { checkExternal } from './check-external.ts';
import { checkDeployImage } from './check-image.ts';
import { checkTakenNames } from './check-taken-names.ts';
import { ownGroup } from './own-group.ts';
import { differentKind } from '../diagnostics.ts';
import { invalidControllerName } from '../../project/diagnostics.ts';

/** Checks the names and flags on their own, without the other resources of the project. */
export function checkNames(project: ProjectFile, options: ApiOptions): Diagnostic[] {
  const {
    categories = [],
    controllerName,
    deployImage,
    external,
    plural,
    shortNames = [],
    singular,
  } = options;
  const own = ownGroup(project, options);
  const isForeign = external !== undefined || options.resource === false || own.domain !== project.domain;
  const names =
    external === undefined ? { ...options, ...own } : { ...options, domain: external.domain ?? '' };
  return [
    ...(isForeign ? checkForeignGroupVersionKind(names) : checkGroupVersionKind(names)),
    ...checkTakenNames(options.kind, { withImage: deployImage !== undefined }),
    ...(plural === undefined ? [] : checkResourceName('--plural', plural)),
    ...(singular === undefined ? [] : checkResourceName('--singular', singular)),
    ...shortNames.flatMap((name) => checkResourceName('--short-name', name)),
    ...categories.flatMap((name) => checkResourceName('--category', name)),
    ...(controllerName === undefined ? [] : checkControllerName(controllerName)),
    ...(deployImage === undefined || external !== undefined ? [] : checkDeployImage(options, deployImage)),
    ...(external === undefined ? [] : checkExternal(options, external)),
  ];
}

/** Reports options that contradict what PROJECT records about the kind. */
export function checkAsBefore(
  project: ProjectFile,
  options: ApiOptions,
  resource: ProjectResource,
): Diagnostic[] {
  if (options.force || resource.api === undefined) return [];
  const listed = project.resources.find((known) => isSameKind(known, resource) && known.api !== undefined);
  const found = listed === undefined ? [] : differences(listed, options);
  if (listed !== undefined && found.length > 0) {
    const message = `${resource.kind} exists in ${listed.version} and ${found.join(' and ')}`;
    const hint =
      'use the same scope and plural for all versions of a kind, or add --force to rewrite the files of this version';
    return [differentKind({ message, hint })];
  }
  const image = project.find(resource)?.deployImage;
  const asked = options.deployImage;
  const isOther = asked !== undefined && JSON.stringify(image) !== JSON.stringify(asked);
  if (project.find(resource)?.api === undefined || !isOther) return [];
  const message = `${resource.kind} ${resource.version} exists ${image === undefined ? 'without an image' : `with the image ${image.image}`}`;
  const hint =
    'change the image in config/manager/manager.yaml, or add --force to rewrite the files of this version';
  return [differentKind({ message, hint })];
}

function differences(listed: ProjectResource, { kind, namespaced, plural, resource }: ApiOptions): string[] {
  const before = listed.plural ?? pluralOf(kind);
  const isOtherScope =
    resource !== false && namespaced !== undefined && listed.api?.namespaced !== namespaced;
  return [
    ...(isOtherScope ? [namespaced ? 'is cluster-scoped' : 'is namespaced'] : []),
    ...(plural === undefined || plural === before ? [] : [`has the plural ${before}`]),
  ];
}

/** The API server rejects a CRD whose plural, singular, list kind or kind is taken by another CRD of the group. */
export function checkUnique(project: ProjectFile, resource: ProjectResource): Diagnostic[] {
  if (resource.api === undefined) return [];
  const group = qualifiedGroup(resource);
  const own = namesOf(resource);
  for (const other of project.resources) {
    if (other.api === undefined || other.kind === resource.kind || qualifiedGroup(other) !== group) continue;
    const shared = namesOf(other).find((name) => own.includes(name));
    if (shared === undefined) continue;
    const message = `${resource.kind} and ${other.kind} of ${group} would both have the name ${shared}`;
    const hint = 'choose a different --kind or --plural';
    return [differentKind({ message, hint })];
  }
  return [];
}

/** Includes the kind in lower case, which is the default singular and also the base of file names. */
function namesOf({ kind, plural = pluralOf(kind) }: ProjectResource): string[] {
  return [plural, kind.toLowerCase(), `${kind}List`, kind];
}

/** One controller serves all versions of a kind, and controller names are unique in the project. */
export function checkControllers(
  project: ProjectFile,
  { controller, controllerName, deployImage, force, version }: ApiOptions,
  resource: ProjectResource,
): Diagnostic[] {
  const present = controllerNamesOf(resource);
  if (controllerName === undefined) {
    const other = project.resources.find(
      (known) =>
        isSameKind(known, resource) && known.version !== version && controllerNamesOf(known).length > 0,
    );
    const wantsOne = controller ?? deployImage !== undefined;
    if (!wantsOne || other === undefined || present.length > 0 || force) return [];
    const message = `${resource.kind} already has a controller, in ${other.version}`;
    const hint = `one controller serves all versions of a kind: add --no-controller${deployImage === undefined ? ', or --controller-name for a second controller' : ''}`;
    return [differentKind({ message, hint })];
  }
  if (present.includes(controllerName)) return [];
  const same = sameController(project.resources, controllerName);
  if (same === undefined) return [];
  const message = `the controller ${same.name} of ${same.resource.kind} already has the name ${controllerName}`;
  const hint = 'choose a different --controller-name: names must be unique in code and metrics';
  return [invalidControllerName({ message, hint })];
}
