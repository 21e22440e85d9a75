import { statSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import type { CustomResourceDefinition } from '@opgen/rules/definitions';
import { type Diagnostic, didYouMean, UserError } from '../diagnostics.ts';
import { readGivenFile } from '../disk/read-given-file.ts';
import { readDefinitions } from '../import/read-definitions.ts';
import { type Allowance, allowanceOf, allows, readAllowances } from '../manifests/compare/allow-list.ts';
import { compareAllDefinitions, type DefinitionChange } from '../manifests/compare/compare-definitions.ts';
import { conversionsFile, withConversions } from '../manifests/conversion-patches.ts';
import { partFolders } from '../manifests/manifest-parts.ts';
import { findProjectRoot } from '../project/find-project.ts';
import type { ActionContext } from './action-context.ts';
import type { ActionResult } from './action-result.ts';
import { currentDefinitions } from './crd/current-definitions.ts';
import { filesAt } from './crd/git-files.ts';
import { isSource, readSource } from './crd/read-source.ts';
import { unknownKindOrField, unusedAllowance, usageError } from './diagnostics.ts';
import { projectRoot } from './steps/project-root.ts';

export interface CrdDiffOptions {
  /** Breaking changes that are accepted. */
  allow?: string[] | undefined;
  allowFile?: string | undefined;
  kind?: string | undefined;
}

type JudgedChange = DefinitionChange & { allowed: boolean };

/** Compares CRDs with those of the project, or with other CRDs. */
export async function crdDiff(
  context: ActionContext,
  from: string,
  to: string | undefined,
  options: CrdDiffOptions,
): Promise<ActionResult> {
  const before = await sideOf(context, from);
  const after = to === undefined ? await currentSide(context) : await sideOf(context, to);
  const { diagnostics = [] } = after;
  // A cluster has CRDs of others, and a file may lack some of the project: they are neither new nor removed.
  const all = [
    before.isCluster ? inBoth(before, after) : before.definitions,
    after.isCluster || (before.isPart && to === undefined) ? inBoth(after, before) : after.definitions,
  ];
  const [old = [], current = []] = all.map((definitions) => ofKind(definitions, options.kind));
  if (options.kind !== undefined && old.length === 0 && current.length === 0)
    throw unknownKind(options.kind, [...before.definitions, ...after.definitions]);

  const allowances = readAllowanceOptions(context, options);
  const changes = compareAllDefinitions(old, current).map((change): JudgedChange => ({
    ...change,
    allowed: allowances.some((allowance) => allows(allowance, change)),
  }));
  const found = changes.filter(({ allowed, severity }) => severity === 'breaking' && !allowed);
  return {
    data: { changes, breaking: found.length },
    diagnostics: [...diagnostics, ...unusedAllowances(allowances, changes)],
    found: found.length > 0,
    text: render(context, changes, found),
  };
}

/** One of the two sets of CRDs to compare. */
interface Side {
  definitions: readonly CustomResourceDefinition[];
  diagnostics?: readonly Diagnostic[];
  /** It may lack CRDs of the operator, such as a file with one of them. */
  isPart: boolean;
  /** It also has the CRDs of other operators. */
  isCluster: boolean;
}

async function currentSide(context: ActionContext): Promise<Side> {
  const { definitions, diagnostics } = await currentDefinitions(projectRoot(context), context.progress);
  return { definitions, diagnostics, isPart: false, isCluster: false };
}

async function sideOf(context: ActionContext, given: string): Promise<Side> {
  const { cwd, progress } = context;
  if (isSource(context, given)) {
    const { definitions } = await readSource(context, given);
    const isPart =
      given === '-' || statSync(resolve(cwd, given), { throwIfNoEntry: false })?.isFile() === true;
    return { definitions, isPart, isCluster: given.startsWith('cluster:') };
  }
  const root = findProjectRoot(cwd);
  const texts = await progress.step(`read ${partFolders.crd} of ${given}`, () =>
    filesAt(root, given, partFolders.crd),
  );
  const definitions = texts
    .filter((file) => /\.ya?ml$/.test(file.path))
    .flatMap((file) => readDefinitions(file.text, `${given}:${file.path}`));
  const webhooks = await filesAt(root, given, partFolders.webhook);
  const patches = webhooks.find((file) => file.path === `${partFolders.webhook}/${conversionsFile}`);
  return {
    definitions: withConversions(definitions, patches?.text ?? ''),
    isPart: false,
    isCluster: false,
  };
}

function inBoth({ definitions }: Side, other: Side): CustomResourceDefinition[] {
  const names = new Set(other.definitions.map(({ metadata }) => metadata.name));
  return definitions.filter(({ metadata }) => names.has(metadata.name));
}

function ofKind(
  all: readonly CustomResourceDefinition[],
  kind: string | undefined,
): CustomResourceDefinition[] {
  return all.filter(({ spec }) => kind === undefined || spec.names.kind === kind);
}

function unknownKind(kind: string, all: readonly CustomResourceDefinition[]): UserError {
  const kinds = [...new Set(all.map(({ spec }) => spec.names.kind))];
  const hint =
    didYouMean(kind, kinds) ??
    (kinds.length === 0 ? 'the CRDs define no kind' : `the kinds are ${kinds.join(', ')}`);
  return new UserError(unknownKindOrField({ message: `unknown kind ${kind}`, hint }));
}

type PlacedAllowance = Allowance & { file?: string };

function readAllowanceOptions(
  { cwd }: ActionContext,
  { allow = [], allowFile }: CrdDiffOptions,
): PlacedAllowance[] {
  const given = allow.flatMap(readAllowances);
  if (allowFile === undefined) return given;
  const hint = 'pass the path of a file with one allowed change per line';
  const text = readGivenFile(cwd, allowFile, (message) => new UserError(usageError({ message, hint })));
  const file = relative(cwd, resolve(cwd, allowFile)).split(sep).join('/');
  return [...given, ...readAllowances(text).map((allowance) => ({ ...allowance, file }))];
}

/** An allowance that stays in a list would accept the same change again, unnoticed. */
function unusedAllowances(
  allowances: readonly PlacedAllowance[],
  changes: readonly DefinitionChange[],
): Diagnostic[] {
  return allowances
    .filter((allowance) => !changes.some((change) => allows(allowance, change)))
    .map(({ entry, file }) =>
      unusedAllowance({
        message: `no change matches the allowance '${entry}'`,
        hint: file === undefined ? 'remove it' : `remove it from ${file}`,
      }),
    );
}

const colors = {
  refused: 'red',
  breaking: 'red',
  caution: 'yellow',
  safe: 'green',
  allowed: 'green',
} as const;

function render(
  { paint }: ActionContext,
  changes: readonly JudgedChange[],
  found: readonly JudgedChange[],
): string {
  if (changes.length === 0) return 'no changes';
  const definitions = [...new Set(changes.map(({ definition }) => definition))];
  const lines = definitions.flatMap((definition) => [
    definition,
    ...changes
      .filter((change) => change.definition === definition)
      .map((change) => {
        const { message, path, version = '' } = change;
        const word = wordFor(change);
        const where = [version, path].filter((part) => part !== '').join(' ');
        return `  ${paint(colors[word], word.padEnd(8))} ${where === '' ? '' : `${where}: `}${message}`;
      }),
  ]);
  return [...lines, '', ...summary(found)].join('\n').trimEnd();
}

function wordFor({ allowed, refused, severity }: JudgedChange): keyof typeof colors {
  if (allowed && severity === 'breaking') return 'allowed';
  return refused === true ? 'refused' : severity;
}

function summary(found: readonly JudgedChange[]): string[] {
  const [first] = found;
  if (first === undefined) return ['no breaking changes'];
  const count = found.length === 1 ? '1 breaking change' : `${found.length} breaking changes`;
  const refusals = found.filter(({ refused }) => refused).length;
  return [
    ...(refusals === 0
      ? []
      : ['the API server rejects the refused changes: revert them, or delete the CRD and its objects first']),
    `${count}; to allow an intended one:`,
    `  --allow '${allowanceOf(first)}'`,
  ];
}
