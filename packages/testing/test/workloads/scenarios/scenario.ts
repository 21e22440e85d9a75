import { Namespace } from '@opgen/runtime/kinds/core/v1';
import type { Bed } from './bed.ts';
import { eventsIn, observe } from './observe.ts';

/** What users do with a workload. `seen` records what they see after a step. */
export type Scenario = (bed: Bed, namespace: string, seen: (step: string) => Promise<void>) => Promise<void>;

/** Gets what a step shows by a function, for a cluster on which it may take a while until that is final. */
export type Look = (step: string, show: () => Promise<unknown>) => Promise<void>;

/** Runs a scenario in a namespace of its own. The last step is `events`. */
export async function play(bed: Bed, name: string, scenario: Scenario, look: Look): Promise<void> {
  const namespace = `scenario-${name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`.slice(0, 40);
  await bed.client.create(Namespace, { metadata: { name: namespace } });
  await scenario(bed, namespace, (step) => look(step, () => observe(bed.client, namespace)));
  await look('events', () => eventsIn(bed.client, namespace, name));
}
