import type { Diagnostic } from '../diagnostics.ts';
import type { KindDraft } from '../markers/kind-draft.ts';
import type { KindModel } from '../model/api-model.ts';

interface Version {
  model: KindModel;
  draft: KindDraft;
}

const label = /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/;

/** What the API server asks of the names of a resource. */
export function checkNames(model: KindModel, { names, scope }: KindDraft): Diagnostic[] {
  const problems: Diagnostic[] = [];
  if (!model.group.includes('.')) {
    const message = `the group '${model.group}' is no domain with a dot`;
    problems.push(problem(model, 'OPG2107', message, `for example '${model.group}.example.com'`));
  }
  if (names.plural !== model.plural || scope !== model.scope) {
    const message = '+resource and defineKind disagree about the path or the scope';
    problems.push(
      problem(model, 'OPG2111', message, 'say it in defineKind alone: the operator reads that', 'resource'),
    );
  }
  for (const name of [
    names.plural,
    names.singular,
    ...(names.shortNames ?? []),
    ...(names.categories ?? []),
  ]) {
    if (label.test(name)) continue;
    const message = `'${name}' is not a resource name`;
    problems.push(
      problem(model, 'OPG2111', message, 'use lower-case letters, digits and dashes', 'resource'),
    );
  }
  return problems;
}

/** Of the versions of a kind, one is stored and at least one is served. */
export function checkVersions(versions: readonly Version[]): Diagnostic[] {
  const [first] = versions;
  if (first === undefined) return [];
  const { model } = first;
  const problems: Diagnostic[] = [];
  const stored = versions.filter(({ draft }) => draft.version.storage);
  if (stored.length === 0) {
    const message = `${model.kind} has ${versions.length} versions and none is stored`;
    problems.push(problem(model, 'OPG2106', message, 'write // +storageversion above one of them'));
  }
  for (const { model: extra } of stored.slice(1)) {
    const message = `${model.kind} has more than one +storageversion`;
    problems.push(problem(extra, 'OPG2106', message, 'keep one', 'storageversion'));
  }
  if (versions.every(({ draft }) => !draft.version.served)) {
    problems.push(
      problem(model, 'OPG2106', `no version of ${model.kind} is served`, 'remove one +unservedversion'),
    );
  }
  const names = versions.map((each) => each.model.version);
  for (const { model: twin } of versions.filter((each, index) => names.indexOf(each.model.version) < index)) {
    problems.push(
      problem(twin, 'OPG2106', `${twin.kind} is declared twice in ${twin.version}`, 'remove one of them'),
    );
  }
  return problems;
}

/** Columns and paths of one version. */
export function checkVersion(model: KindModel, { version }: KindDraft): Diagnostic[] {
  const problems: Diagnostic[] = [];
  for (const { name, jsonPath } of version.additionalPrinterColumns ?? []) {
    if (jsonPath.startsWith('.')) continue;
    const message = `the path '${jsonPath}' of the column ${name} does not begin with a dot`;
    problems.push(problem(model, 'OPG2108', message, `write .${jsonPath}`, 'printcolumn'));
  }
  const { scale } = version.subresources ?? {};
  const paths: [string | undefined, RegExp, string][] = [
    [scale?.specReplicasPath, /^\.spec\.[^[\]]+$/, '.spec.'],
    [scale?.statusReplicasPath, /^\.status\.[^[\]]+$/, '.status.'],
    [scale?.labelSelectorPath, /^\.(spec|status)\.[^[\]]+$/, '.spec. or .status.'],
  ];
  for (const [path, form, start] of paths) {
    if (path === undefined || form.test(path)) continue;
    const message = `the path '${path}' does not lead to a field under ${start}`;
    problems.push(problem(model, 'OPG2109', message, 'lists have no place in it', 'subresource:scale'));
  }
  if ((version.selectableFields ?? []).length > 8) {
    problems.push(
      problem(model, 'OPG2110', 'at most 8 fields are selectable', 'drop some', 'selectablefield'),
    );
  }
  return problems;
}

function problem(
  model: KindModel,
  code: Diagnostic['code'],
  message: string,
  hint: string,
  marker?: string,
): Diagnostic {
  const cause = model.markers.find(({ definition }) => definition.name === marker);
  return { code, severity: 'error', message, hint, place: cause?.place ?? model.place };
}
