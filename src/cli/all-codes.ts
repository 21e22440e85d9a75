import type { CodeExplanation } from '../diagnostics.ts';
import { diagnosticCodes as manifestsCodes } from '../manifests/codes.ts';
import { diagnosticCodes as markersCodes } from '../markers/codes.ts';
import { diagnosticCodes as modelCodes } from '../model/codes.ts';
import { diagnosticCodes as projectCodes } from '../project/codes.ts';
import { diagnosticCodes as scaffoldCodes } from '../scaffold/codes.ts';
import { diagnosticCodes as schemaCodes } from '../schema/codes.ts';
import { diagnosticCodes as cliCodes } from './codes.ts';

const layers = [markersCodes, modelCodes, schemaCodes, manifestsCodes, projectCodes, scaffoldCodes, cliCodes];

/** Every code that opgen can print, in order. */
export const allCodes: Readonly<Record<string, CodeExplanation>> = Object.fromEntries(
  layers
    .flatMap((codes) => Object.entries<CodeExplanation>(codes))
    .toSorted(([one], [other]) => (one < other ? -1 : 1)),
);
