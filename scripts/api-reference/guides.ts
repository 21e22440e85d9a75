/** The guides that use the exports of a page. */
import type { Library, Page } from './library.ts';

/** Files in docs/guides and their titles, by library and page. */
const guides: Record<string, Record<string, readonly [file: string, title: string][]>> = {
  rules: {
    builtin: [],
    cel: [['manifests.md', 'What manifests are made of']],
    definitions: [['crds.md', 'CRDs of others, and over time']],
    duration: [],
    'field-errors': [],
    'go-text': [],
    json: [],
    'match-conditions': [['webhooks.md', 'Webhooks']],
    metadata: [],
    names: [],
    objects: [],
    policies: [['testing.md', 'Testing an operator']],
    quantity: [],
    re2: [],
    schema: [['manifests.md', 'What manifests are made of']],
    selectors: [],
    webhooks: [['webhooks.md', 'Webhooks']],
  },
  runtime: {
    objects: [
      ['objects.md', 'Conditions, finalizers, owners'],
      ['built-in-kinds.md', 'Kinds of Kubernetes'],
    ],
    transport: [['client.md', 'The client']],
    client: [
      ['client.md', 'The client'],
      ['objects.md', 'Conditions, finalizers, owners'],
      ['permissions.md', 'Permissions'],
    ],
    cache: [['cache.md', 'The cache']],
    controller: [['controllers.md', 'Controllers']],
    composites: [['composites.md', 'Composites and decorators']],
    decorators: [['composites.md', 'Composites and decorators']],
    plans: [['plans.md', 'Plans']],
    'primary-election': [['primary-election.md', 'A primary for an application']],
    health: [['health.md', 'The health of objects']],
    events: [['events.md', 'Events']],
    webhooks: [['webhooks.md', 'Webhooks']],
    certificates: [['webhooks.md', 'Webhooks']],
    'webhook-server': [['webhooks.md', 'Webhooks']],
    predicates: [['controllers.md', 'Controllers']],
    tracing: [['metrics.md', 'Metrics, probes and traces']],
    'quantities-and-durations': [['types.md', 'Types']],
    runs: [['metrics.md', 'Metrics, probes and traces']],
    statistics: [['metrics.md', 'Metrics, probes and traces']],
    schedules: [['schedules.md', 'Schedules']],
    'storage-migration': [['kinds.md', 'Kinds and controllers']],
    manager: [
      ['manager.md', 'The manager'],
      ['leader-election.md', 'Leader election'],
      ['webhooks.md', 'Webhooks'],
    ],
    metrics: [['metrics.md', 'Metrics, probes and traces']],
    logging: [['logging.md', 'Logging']],
  },
  testing: {
    cluster: [['testing.md', 'Testing an operator']],
    faults: [['failure.md', 'When things fail']],
    scenarios: [['testing.md', 'Testing an operator']],
    permissions: [['permissions.md', 'Permissions']],
    samples: [['webhooks.md', 'Webhooks']],
  },
};

export function guidesOf(
  { folder, name }: Library,
  { slug }: Page,
): readonly [file: string, title: string][] {
  const found = guides[folder]?.[slug];
  if (found === undefined)
    throw new Error(`name the guide that goes with ${slug} of ${name} in scripts/api-reference/guides.ts`);
  return found;
}
