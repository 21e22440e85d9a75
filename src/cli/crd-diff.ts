import { existsSync, readFileSync, statSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { type Diagnostic, didYouMean, UserError } from '../diagnostics.ts';
import { readDefinitions } from '../import/read-definitions.ts';
import type { CustomResourceDefinition } from '../kubernetes/custom-resource-definition.ts';
import { type Allowance, allowanceOf, allows, readAllowances } from '../manifests/compare/allow-list.ts';
import { compareAllDefinitions, type DefinitionChange } from '../manifests/compare/compare-definitions.ts';
import { partFolders } from '../manifests/manifest-parts.ts';
import { findProjectRoot } from '../project/find-project.ts';
import { painter } from './colors.ts';
import { definitionsNow } from './definitions-now.ts';
import { filesAt } from './git-files.ts';
import type { Outcome } from './outcome.ts';
import type { Progress } from './progress.ts';
import type { Session } from './session.ts';

export interface CrdDiffFlags {
  allow?: string[];
  allowFile?: string;
  kind?: string;
}

interface DiffRun {
  session: Session;
  progress: Progress;
  flags: CrdDiffFlags;
}

type JudgedChange = DefinitionChange & { allowed: boolean };

export async function crdDiff(run: DiffRun, target: string): Promise<Outcome> {
  const { flags, progress, session } = run;
  const root = findProjectRoot(session.cwd);
  const { isFile, definitions: before } = await earlier(run, root, target);
  const { definitions: now, diagnostics } = await definitionsNow(root, progress);
  const names = new Set(before.map(({ metadata }) => metadata.name));
  // A file may hold one CRD of many: then the others are not new.
  const after = isFile ? now.filter(({ metadata }) => names.has(metadata.name)) : now;
  const [old, current] = [before, after].map((all) => ofKind(all, flags.kind));
  if (flags.kind !== undefined && old?.length === 0 && current?.length === 0)
    throw unknownKind(flags.kind, [...before, ...now]);

  const allowances = readAllowanceFlags(session, flags);
  const changes = compareAllDefinitions(old ?? [], current ?? []).map((change): JudgedChange => ({
    ...change,
    allowed: allowances.some((allowance) => allows(allowance, change)),
  }));
  const found = changes.filter(({ allowed, severity }) => severity === 'breaking' && !allowed);
  return {
    data: { changes, breaking: found.length },
    diagnostics: [...diagnostics, ...unusedAllowances(allowances, changes)],
    found: found.length > 0,
    text: inWords(session, changes, found),
  };
}

async function earlier(
  { progress, session }: DiffRun,
  root: string,
  target: string,
): Promise<{ isFile: boolean; definitions: CustomResourceDefinition[] }> {
  const path = resolve(session.cwd, target);
  if (existsSync(path) && statSync(path).isFile())
    return { isFile: true, definitions: readDefinitions(readFileSync(path, 'utf8'), target) };
  const texts = await progress.step(`read ${partFolders.crd} of ${target}`, () =>
    filesAt(root, target, partFolders.crd),
  );
  const definitions = texts
    .filter((file) => /\.ya?ml$/.test(file.path))
    .flatMap((file) => readDefinitions(file.text, `${target}:${file.path}`));
  return { isFile: false, definitions };
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
    didYouMean(kind, kinds) ?? (kinds.length === 0 ? 'there is none' : `there are ${kinds.join(', ')}`);
  return new UserError({ code: 'OPG4009', severity: 'error', message: `there is no kind ${kind}`, hint });
}

type PlacedAllowance = Allowance & { file?: string };

function readAllowanceFlags(session: Session, { allow = [], allowFile }: CrdDiffFlags): PlacedAllowance[] {
  const given = allow.flatMap(readAllowances);
  if (allowFile === undefined) return given;
  const path = resolve(session.cwd, allowFile);
  if (!existsSync(path)) {
    const message = `there is no file ${allowFile}`;
    throw new UserError({
      code: 'OPG4001',
      severity: 'error',
      message,
      hint: 'give the path of a list of changes',
    });
  }
  const file = relative(session.cwd, path).split(sep).join('/');
  return [
    ...given,
    ...readAllowances(readFileSync(path, 'utf8')).map((allowance) => ({ ...allowance, file })),
  ];
}

/** Left in a list they would allow the same change the next time, when nobody thinks of it. */
function unusedAllowances(
  allowances: readonly PlacedAllowance[],
  changes: readonly DefinitionChange[],
): Diagnostic[] {
  return allowances
    .filter((allowance) => !changes.some((change) => allows(allowance, change)))
    .map(({ entry, file }) => ({
      code: 'OPG2602',
      severity: 'warning',
      message: `nothing changed that '${entry}' would allow`,
      hint: file === undefined ? 'leave it out' : `take it out of ${file}`,
    }));
}

const colors = {
  refused: 'red',
  breaking: 'red',
  caution: 'yellow',
  safe: 'green',
  allowed: 'green',
} as const;

function inWords(session: Session, changes: readonly JudgedChange[], found: readonly JudgedChange[]): string {
  if (changes.length === 0) return 'nothing changed';
  const paint = painter(session.stdout, session.env);
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
  if (first === undefined) return ['nothing breaks'];
  const count = found.length === 1 ? '1 breaking change' : `${found.length} breaking changes`;
  const refusals = found.filter(({ refused }) => refused).length;
  return [
    ...(refusals === 0
      ? []
      : [
          `the API server refuses to update a CRD so: undo what is refused, or delete the CRD and its objects first`,
        ]),
    `${count}; what is meant can be allowed:`,
    `  --allow '${allowanceOf(first)}'`,
  ];
}
