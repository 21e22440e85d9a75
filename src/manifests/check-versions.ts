import { isDeepStrictEqual } from 'node:util';
import type { Diagnostic } from '../diagnostics.ts';
import type { KindDraft } from '../markers/kind-draft.ts';
import type { KindModel } from '../model/api-model.ts';
import { contradictoryVersions, invalidDeprecationWarning, invalidSelectableField } from './diagnostics.ts';
import { placeInKind } from './place-in-kind.ts';

interface Version {
  model: KindModel;
  draft: KindDraft;
}

/** A CRD lists each version once, stores exactly one and serves at least one. */
export function checkVersions(versions: readonly Version[]): Diagnostic[] {
  const [first] = versions;
  if (first === undefined) return [];
  const { model } = first;
  const problems: Diagnostic[] = [];
  const stored = versions.filter(({ draft }) => draft.version.storage);
  const isAnyIncomplete = versions.some((each) => each.model.markersAreIncomplete);
  const names = versions.map((each) => each.model.version);
  const different = new Set(names).size;
  if (stored.length === 0 && !isAnyIncomplete && different > 1) {
    const message = `${model.kind} has ${different} versions, but no storage version`;
    problems.push(
      contradictoryVersions({
        message,
        hint: 'write // +storageversion above one of them',
        place: placeInKind(model),
      }),
    );
  }
  for (const { model: extra } of stored.slice(1)) {
    const message = `${model.kind} has more than one +storageversion`;
    problems.push(
      contradictoryVersions({
        message,
        hint: 'keep the marker on one version',
        place: placeInKind(extra, 'storageversion'),
      }),
    );
  }
  if (versions.every(({ draft }) => !draft.version.served)) {
    const message = `no version of ${model.kind} is served`;
    problems.push(
      contradictoryVersions({ message, hint: 'remove one +unservedversion', place: placeInKind(model) }),
    );
  }
  for (const { model: twin } of versions.filter((each, index) => names.indexOf(each.model.version) < index)) {
    const message = `${twin.kind} is declared twice in ${twin.version}`;
    problems.push(contradictoryVersions({ message, hint: 'remove one of them', place: placeInKind(twin) }));
  }
  return [
    ...problems,
    ...versions.slice(1).flatMap((other) => checkSharedNames(first, other)),
    ...versions.flatMap(checkDeprecation),
    ...checkSelectableFields(first, versions.slice(1)),
  ];
}

/** All versions of a CRD share its plural and its scope. */
function checkSharedNames({ model: first }: Version, { model }: Version): Diagnostic[] {
  return (['plural', 'scope'] as const).flatMap((property) => {
    if (model[property] === first[property]) return [];
    const message = `${model.kind} has the ${property} '${model[property]}' in ${model.version}, but '${first[property]}' in ${first.version}`;
    const hint = 'write the same in the defineKind of each version';
    return [contradictoryVersions({ message, hint, place: placeInKind(model) })];
  });
}

const longestWarning = 256;

function checkDeprecation({ draft, model }: Version): Diagnostic[] {
  const { deprecationWarning: warning } = draft.version;
  if (warning === undefined) return [];
  const problem = (message: string, hint: string): Diagnostic[] => {
    const marker = model.markers.find(({ definition }) => definition.name === 'deprecatedversion');
    return [
      invalidDeprecationWarning({
        message,
        hint,
        place: placeInKind(model, { marker, argument: 'warning' }),
      }),
    ];
  };
  if (warning === '') return problem('the warning is empty', 'write a warning, or remove the argument');
  if ([...warning].length > longestWarning) {
    const message = `the warning has ${[...warning].length} characters, but the API server accepts at most ${longestWarning}`;
    return problem(message, 'shorten it');
  }
  return /[\p{C}\u2028\u2029]/u.test(warning)
    ? problem('the warning contains non-printable characters', 'write it on one line')
    : [];
}

/**
 * Internally, the API server moves a schema that all versions share to the top level of the spec, and shared selectable
 * fields likewise. It rejects selectable fields at another level than their schema.
 */
function checkSelectableFields(first: Version, others: readonly Version[]): Diagnostic[] {
  if (others.length === 0) return [];
  const areEqual = (part: 'schema' | 'selectableFields'): boolean =>
    others.every(({ draft }) => isDeepStrictEqual(draft.version[part], first.draft.version[part]));
  const { model } = [first, ...others].find(({ draft }) => draft.version.selectableFields) ?? first;
  const problem = (message: string, hint: string): Diagnostic[] => [
    invalidSelectableField({
      message: `${message}, which the API server rejects`,
      hint,
      place: placeInKind(model, 'selectablefield'),
    }),
  ];
  const [schemas, fields] = [areEqual('schema'), areEqual('selectableFields')];
  if (schemas && !fields)
    return problem(
      `the versions of ${model.kind} have the same schema but different selectable fields`,
      'write the same +selectablefield markers above all versions, in the same order',
    );
  return fields && !schemas && first.draft.version.selectableFields !== undefined
    ? problem(
        `the versions of ${model.kind} have different schemas but the same selectable fields`,
        'add or remove a +selectablefield in one version',
      )
    : [];
}
