import type { CodeExplanation } from '../diagnostics.ts';
import { diagnosticCodes as projectCodes } from '../project/codes.ts';
import { diagnosticCodes as scaffoldCodes } from '../scaffold/codes.ts';
import { diagnosticCodes as cliCodes } from './codes.ts';

/** Every code that opgen can print, in order. */
export const allCodes: Readonly<Record<string, CodeExplanation>> = Object.fromEntries(
  [projectCodes, scaffoldCodes, cliCodes]
    .flatMap((codes) => Object.entries<CodeExplanation>(codes))
    .toSorted(([one], [other]) => (one < other ? -1 : 1)),
);
