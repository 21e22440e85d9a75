import type { Diagnostic } from '../diagnostics.ts';
import type { KindDraft } from '../markers/kind-draft.ts';
import type { KindModel } from '../model/api-model.ts';
import { problemOfKind } from './problem-of-kind.ts';

interface Version {
  model: KindModel;
  draft: KindDraft;
}

/** Of the versions of a kind, one is stored and at least one is served. */
export function checkVersions(versions: readonly Version[]): Diagnostic[] {
  const [first] = versions;
  if (first === undefined) return [];
  const { model } = first;
  const problems: Diagnostic[] = [];
  const stored = versions.filter(({ draft }) => draft.version.storage);
  const isAnyIncomplete = versions.some((each) => each.model.markersAreIncomplete);
  if (stored.length === 0 && !isAnyIncomplete) {
    const message = `${model.kind} has ${versions.length} versions and none is stored`;
    problems.push(problemOfKind(model, 'OPG2106', message, 'write // +storageversion above one of them'));
  }
  for (const { model: extra } of stored.slice(1)) {
    const message = `${model.kind} has more than one +storageversion`;
    problems.push(problemOfKind(extra, 'OPG2106', message, 'keep one', 'storageversion'));
  }
  if (versions.every(({ draft }) => !draft.version.served)) {
    const message = `no version of ${model.kind} is served`;
    problems.push(problemOfKind(model, 'OPG2106', message, 'remove one +unservedversion'));
  }
  const names = versions.map((each) => each.model.version);
  for (const { model: twin } of versions.filter((each, index) => names.indexOf(each.model.version) < index)) {
    const message = `${twin.kind} is declared twice in ${twin.version}`;
    problems.push(problemOfKind(twin, 'OPG2106', message, 'remove one of them'));
  }
  return [...problems, ...versions.flatMap(checkDeprecation)];
}

const longestWarning = 256;

function checkDeprecation({ draft, model }: Version): Diagnostic[] {
  const { deprecationWarning: warning } = draft.version;
  if (warning === undefined) return [];
  const problem = (message: string, hint: string): Diagnostic[] => {
    const marker = model.markers.find(({ definition }) => definition.name === 'deprecatedversion');
    return [problemOfKind(model, 'OPG2116', message, hint, { marker, argument: 'warning' })];
  };
  if (warning === '') return problem('the warning is empty', 'write one, or leave the argument out');
  if ([...warning].length > longestWarning) {
    const message = `the warning has ${[...warning].length} characters, and the API server allows ${longestWarning}`;
    return problem(message, 'say it in fewer words');
  }
  return /[\p{C}\u2028\u2029]/u.test(warning)
    ? problem('the warning has characters that cannot be printed', 'write it on one line')
    : [];
}
