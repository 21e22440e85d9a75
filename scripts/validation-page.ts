/** The page of docs/reference about the validation of built-in kinds, from the suite that compares it. */
import { readFileSync } from 'node:fs';
import { hasOwnValidation } from '@opgen/rules/objects';
import { crdTable } from '../packages/testing/src/api-server/resources/resource.ts';
import { builtins } from '../packages/testing/src/api-server/resources/builtin.ts';
import { answersFile } from '../packages/testing/test/conformance/built-in-kinds/answers-file.ts';
import type { Answers } from '../packages/testing/test/conformance/built-in-kinds/ask.ts';
import { subjects } from '../packages/testing/test/conformance/built-in-kinds/subjects.ts';

interface Row {
  readonly kind: string;
  readonly group: string;
  readonly accepted: number;
  readonly refused: number;
}

/** What the page says, without its title. */
export function validationSections(): string[] {
  return [
    `The embedded API server validates the kinds in this table with their own rules, not with their OpenAPI schemas.
\`packages/testing/test/conformance/built-in-kinds\` sends the same objects, creates and updates, to the embedded server
and to a real kube-apiserver: fields, reasons and messages of all errors must be equal.`,
    [
      '| kind | group | accepted by both | refused by both |\n| --- | --- | --- | --- |',
      ...rows().map(
        ({ kind, group, accepted, refused }) => `| ${kind} | ${group || 'core'} | ${accepted} | ${refused} |`,
      ),
    ].join('\n'),
    `Rules for these kinds are compared by other suites in \`packages/testing/test/conformance\`: ${list(
      kindsWhere((table) => hasRules(table) && !isCompared(table)),
    )}.`,
    `These kinds get the checks of their schema only: ${list(kindsWhere((table) => !hasRules(table)))}.`,
    `Not implemented: the rules of rarely used volume sources, and the admission plug-in RuntimeClass.`,
  ];
}

/** The rules for CustomResourceDefinitions have a module of their own. */
function hasRules(table: string): boolean {
  return hasOwnValidation(table) || table === crdTable;
}

function isCompared(table: string): boolean {
  return subjects.some((subject) => subject.table === table);
}

function rows(): Row[] {
  const counted = subjects.map((subject): Row => {
    const { create, update } = JSON.parse(readFileSync(answersFile(subject), 'utf8')) as Answers;
    const errors = [...Object.values(create), ...Object.values(update)];
    const accepted = errors.filter((each) => each.length === 0).length;
    const [group = ''] = subject.table.split('/');
    return { kind: subject.kind, group, accepted, refused: errors.length - accepted };
  });
  const merged = new Map<string, Row>();
  for (const row of counted) {
    const key = `${row.group}/${row.kind}`;
    const { accepted, refused } = merged.get(key) ?? { accepted: 0, refused: 0 };
    merged.set(key, { ...row, accepted: row.accepted + accepted, refused: row.refused + refused });
  }
  return [...merged.values()].toSorted((a, b) => (a.kind + a.group < b.kind + b.group ? -1 : 1));
}

/** The stored kinds that the embedded server serves. */
function kindsWhere(isWanted: (table: string) => boolean): string[] {
  const kinds = builtins()
    .resources.filter(({ verbs }) => verbs.includes('update'))
    .filter(({ group, plural }) => isWanted(`${group}/${plural}`))
    .map(({ kind }) => kind);
  return [...new Set(kinds)].toSorted();
}

function list(kinds: readonly string[]): string {
  return kinds.join(', ');
}
