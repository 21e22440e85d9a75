import type { CodeExplanation } from '../diagnostics.ts';
import { diagnosticCodes as importCodes } from '../import/codes.ts';
import { diagnosticCodes as manifestsCodes } from '../manifests/codes.ts';
import { diagnosticCodes as markersCodes } from '../markers/codes.ts';
import { diagnosticCodes as modelCodes } from '../model/codes.ts';
import { diagnosticCodes as projectCodes } from '../project/codes.ts';
import { diagnosticCodes as scaffoldCodes } from '../scaffold/codes.ts';
import { diagnosticCodes as schemaCodes } from '../schema/codes.ts';
import type { CodeExample } from './code-examples/code-example.ts';
import { commandExamples } from './code-examples/command-examples.ts';
import { sourceExamples } from './code-examples/source-examples.ts';
import { diagnosticCodes as cliCodes } from './codes.ts';

const layers = [
  markersCodes,
  modelCodes,
  schemaCodes,
  manifestsCodes,
  importCodes,
  projectCodes,
  scaffoldCodes,
  cliCodes,
];
const examples = { ...sourceExamples, ...commandExamples };

export type ExplainedCode = CodeExplanation & { example?: CodeExample };

/** Every code that opgen can print, in order. */
export const allCodes: Readonly<Record<string, ExplainedCode>> = Object.fromEntries(
  layers
    .flatMap((codes) => Object.entries<CodeExplanation>(codes))
    .map(([code, explanation]): [string, ExplainedCode] => {
      const example = examples[code];
      return [code, { ...explanation, ...(example !== undefined && { example }) }];
    })
    .toSorted(([one], [other]) => (one < other ? -1 : 1)),
);

/** What the first digit of a code says, in order. */
export const codeGroups: Readonly<Record<string, string>> = {
  1: 'Markers and types',
  2: 'Schemas, definitions and roles',
  3: 'Project, names and files',
  4: 'The command line',
};

/** The codes under their headings. */
export function codesByGroup(): [heading: string, codes: [string, ExplainedCode][]][] {
  return Object.entries(codeGroups).map(([digit, heading]) => [
    heading,
    Object.entries(allCodes).filter(([code]) => code.startsWith(`OPG${digit}`)),
  ]);
}
