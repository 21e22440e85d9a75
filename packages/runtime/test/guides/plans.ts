import { type Condition, type CustomResource, defineKind, type Manager, setCondition } from '@opgen/runtime';
import { child } from '@opgen/runtime/composite';
import { type Health, healthy, progressing } from '@opgen/runtime/health';
import { StatefulSet } from '@opgen/runtime/kinds/apps/v1';
import { Job } from '@opgen/runtime/kinds/batch/v1';
import { Secret } from '@opgen/runtime/kinds/core/v1';
import type { Phase, Plan, PlansStatus, StepContext } from '@opgen/runtime/plans';

export interface Database extends CustomResource<
  { version: string; replicas: number },
  { plans?: PlansStatus; conditions?: Condition[] }
> {
  apiVersion: 'demo.example.com/v1';
  kind: 'Database';
}

export const Database = defineKind<Database>({
  apiVersion: 'demo.example.com/v1',
  kind: 'Database',
  plural: 'databases',
  scope: 'Namespaced',
});

type Children = StatefulSet | Job | Secret;

const storage: Phase<Database, Children> = {
  name: 'storage',
  steps: [{ name: 'servers', apply: (database) => [serversOf(database)], timeout: '15m' }],
};

const contents: Phase<Database, Children> = {
  name: 'contents',
  strategy: 'parallel',
  steps: [
    { name: 'schema', apply: (database, { run }) => [jobFor(database, `schema-${run}`)] },
    { name: 'users', run: createUsers },
  ],
};

const deploy: Plan<Database, Children> = { name: 'deploy', phases: [storage, contents] };

const upgrade: Plan<Database, Children> = {
  name: 'upgrade',
  trigger: ({ spec }) => spec.version,
  phases: [
    {
      name: 'upgrade',
      steps: [
        { name: 'snapshot', apply: (database, { run }) => [jobFor(database, `snapshot-${run}`)] },
        { name: 'servers', apply: (database) => [serversOf(database)], timeout: '15m' },
        {
          name: 'migrate',
          apply: (database, { run }) => [jobFor(database, `migrate-${run}`)],
          timeout: '1h',
        },
      ],
    },
  ],
};

const resize: Plan<Database, Children> = {
  name: 'resize',
  trigger: ({ spec }) => spec.replicas,
  phases: [storage],
};

const cleanup: Plan<Database, Children> = {
  name: 'cleanup',
  phases: [
    {
      name: 'cleanup',
      steps: [
        { name: 'snapshot', apply: (database, { run }) => [jobFor(database, `snapshot-${run}`)] },
        { name: 'servers', delete: ({ metadata: { name } }) => [{ kind: StatefulSet, name }] },
      ],
    },
  ],
};

// +rbac:groups=demo.example.com,resources=databases,verbs=get;list;watch;patch
// +rbac:groups=demo.example.com,resources=databases/status,verbs=get;update
// +rbac:groups=demo.example.com,resources=databases/finalizers,verbs=update
// +rbac:groups=apps,resources=statefulsets,verbs=get;list;watch;create;patch;delete
// +rbac:groups=batch,resources=jobs,verbs=get;list;watch;create;patch;delete
// +rbac:groups="",resources=secrets,verbs=get;list;watch
// +rbac:groups=events.k8s.io,resources=events,verbs=create;patch
export function setupDatabase(manager: Manager): void {
  manager.plans('database', Database, {
    owns: [StatefulSet, Job, Secret],
    plans: [deploy, upgrade, resize, cleanup],
    status: ({ status, metadata: { generation } }, plans, now) => {
      const { state = 'Unknown', message = '' } = plans.current ?? {};
      const isReady = state === 'Complete' ? 'True' : 'False';
      const ready = {
        type: 'Ready',
        status: isReady,
        reason: state,
        message,
        observedGeneration: generation,
      } as const;
      return { plans, conditions: setCondition(status?.conditions, ready, now) };
    },
  });
}

/** What no object stands for is asked of the database itself, and may be asked again. */
async function createUsers(
  { metadata }: Database,
  { children, signal }: StepContext<Children>,
): Promise<Health> {
  const password = children.find(Secret, metadata.name)?.data?.['password'];
  if (password === undefined) return progressing(`the Secret ${metadata.name} has no password yet`);
  const answer = await fetch(`http://${metadata.name}.${metadata.namespace}/users`, {
    method: 'PUT',
    signal,
  });
  return answer.ok ? healthy : progressing(`the database answers ${answer.status}`);
}

function serversOf({ metadata: { name }, spec: { version, replicas } }: Database) {
  const labels = { 'app.kubernetes.io/instance': name };
  const containers = [{ name: 'database', image: `database:${version}` }];
  return child(StatefulSet, {
    metadata: { name },
    spec: {
      serviceName: name,
      replicas,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers } },
    },
  });
}

function jobFor({ metadata, spec }: Database, task: string) {
  const containers = [{ name: 'task', image: `database:${spec.version}`, args: [task] }];
  return child(Job, {
    metadata: { name: `${metadata.name}-${task}` },
    spec: { template: { spec: { restartPolicy: 'Never', containers } } },
  });
}
