import { Namespace } from '@opgen/runtime/kinds/core/v1';
import type { Bed } from './bed.ts';
import { eventsIn, observe } from './observe.ts';

/** What users do with a workload. `seen` records what they see after a step. */
export type Scenario = (bed: Bed, namespace: string, seen: (step: string) => Promise<void>) => Promise<void>;

/** What each step shows, and the events in the end. */
export interface Played {
  readonly steps: Readonly<Record<string, unknown>>;
  readonly events: readonly string[];
}

/** Runs a scenario in a namespace of its own. */
export async function play(bed: Bed, name: string, scenario: Scenario): Promise<Played> {
  const namespace = `scenario-${name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`.slice(0, 40);
  await bed.client.create(Namespace, { metadata: { name: namespace } });
  const steps: Record<string, unknown> = {};
  await scenario(bed, namespace, async (step) => {
    steps[step] = await observe(bed.client, namespace);
  });
  return { steps, events: await eventsIn(bed.client, namespace) };
}
