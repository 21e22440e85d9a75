import { type CustomResource, defineKind, type Manager, TerminalError } from '@opgen/runtime';
import { child } from '@opgen/runtime/composite';
import { healthy } from '@opgen/runtime/health';
import { Job } from '@opgen/runtime/kinds/batch/v1';
import { ConfigMap } from '@opgen/runtime/kinds/core/v1';
import type { Plan, PlansStatus } from '@opgen/runtime/plans';
import { definitionOf } from '../support/definition.ts';

interface SampleDatabaseStatus {
  plans?: PlansStatus;
}

export interface SampleDatabase extends CustomResource<
  { version: string; broken?: boolean },
  SampleDatabaseStatus
> {
  apiVersion: 'demo.example.com/v1';
  kind: 'SampleDatabase';
}

export const SampleDatabase = defineKind<SampleDatabase>({
  apiVersion: 'demo.example.com/v1',
  kind: 'SampleDatabase',
  plural: 'sampledatabases',
  scope: 'Namespaced',
});

export const sampleDatabaseCrd = definitionOf(SampleDatabase);

type Step = Plan<SampleDatabase, ConfigMap | Job>['phases'][number]['steps'][number];

const settings: Step = {
  name: 'settings',
  apply: ({ metadata, spec }) => [
    child(ConfigMap, { metadata: { name: metadata.name }, data: { version: spec.version } }),
  ],
};

const initialise: Step = {
  name: 'initialise',
  apply: (database, { run }) => [job(database, `initialise-${run}`)],
};

const migrate: Step = {
  name: 'migrate',
  timeout: '10m',
  apply: (database, { run }) => [job(database, `migrate-${run}`)],
};

const verify: Step = {
  name: 'verify',
  run: async ({ spec }) => {
    if (spec.broken === true) throw new TerminalError('the data is broken');
    return healthy;
  },
};

const snapshot: Step = { name: 'snapshot', apply: (database, { run }) => [job(database, `snapshot-${run}`)] };

const forget: Step = { name: 'forget', delete: ({ metadata }) => [{ kind: ConfigMap, name: metadata.name }] };

export const plans: Plan<SampleDatabase, ConfigMap | Job>[] = [
  {
    name: 'deploy',
    phases: [
      { name: 'prepare', strategy: 'parallel', steps: [settings, initialise] },
      { name: 'finish', steps: [verify] },
    ],
  },
  {
    name: 'upgrade',
    trigger: ({ spec }) => spec.version,
    phases: [{ name: 'all', steps: [migrate, settings, verify] }],
  },
  { name: 'cleanup', phases: [{ name: 'all', steps: [snapshot, forget] }] },
];

export function setupSampleDatabase(manager: Manager): void {
  manager.plans('sample-database', SampleDatabase, { owns: [ConfigMap, Job], plans });
}

function job({ metadata }: SampleDatabase, what: string) {
  const containers = [{ name: 'work', image: 'database:1' }];
  return child(Job, {
    metadata: { name: `${metadata.name}-${what}` },
    spec: { template: { spec: { restartPolicy: 'Never', containers } } },
  });
}
