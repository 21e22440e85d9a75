import type { DiagnosticDefinition } from '../diagnostics.ts';
import * as ofCluster from '../cluster/diagnostics.ts';
import * as ofDev from '../dev/diagnostics.ts';
import * as ofEnvtest from '../envtest/diagnostics.ts';
import * as ofImport from '../import/diagnostics.ts';
import * as ofManifests from '../manifests/diagnostics.ts';
import * as ofMarkers from '../markers/diagnostics.ts';
import * as ofModel from '../model/diagnostics.ts';
import * as ofPlan from '../plan/diagnostics.ts';
import * as ofRuns from '../runs/diagnostics.ts';
import * as ofProject from '../project/diagnostics.ts';
import * as ofScaffold from '../scaffold/diagnostics.ts';
import * as ofSchema from '../schema/diagnostics.ts';
import * as ofCli from './diagnostics.ts';
import * as ofActions from '../actions/diagnostics.ts';

const layers = [
  ofMarkers,
  ofModel,
  ofSchema,
  ofManifests,
  ofImport,
  ofPlan,
  ofRuns,
  ofProject,
  ofScaffold,
  ofCluster,
  ofDev,
  ofEnvtest,
  ofActions,
  ofCli,
];

/** Every code that opgen can print, in order. */
export const allDiagnostics: readonly DiagnosticDefinition[] = layers
  .flatMap((layer) => Object.values<DiagnosticDefinition>(layer))
  .toSorted((one, other) => (one.code < other.code ? -1 : 1));

/** The first digit of a code. */
const groups: Readonly<Record<string, string>> = {
  1: 'Markers and types',
  2: 'Schemas, definitions and roles',
  3: 'Project, names and files',
  4: 'The command line',
};

/** The codes under their headings. */
export function diagnosticsByGroup(): [heading: string, diagnostics: DiagnosticDefinition[]][] {
  return Object.entries(groups).map(([digit, heading]) => [
    heading,
    allDiagnostics.filter(({ code }) => code.startsWith(`OPG${digit}`)),
  ]);
}
