import { parseDuration } from '@opgen/rules/duration';
import type { Pod } from '@opgen/runtime/kinds/core/v1';

/** The annotation of a Pod that says how it behaves in one respect. */
export function behaviorAnnotation(respect: string): string {
  return `pods.testing.opgen.dev/${respect}`;
}

/** How the containers of a Pod behave. */
export interface Behavior {
  /** Milliseconds from the assignment to a node until the containers start. */
  readonly startDelay: number;
  /** Milliseconds until the containers have stopped after the Pod was deleted. */
  readonly stopDelay: number;
  /** The image cannot be pulled. */
  readonly failsToPull: boolean;
  /** Readiness probes fail. */
  readonly failsProbe: boolean;
  /** The containers exit after they have run for so long; undefined if they run until they are stopped. */
  readonly exit: { readonly code: number; readonly reason: string; readonly after: number } | undefined;
}

const usualDelay = 1_000;

/** What the annotations of a Pod say. Containers of a Job succeed after a second, all others run on. */
export function behaviorOf({ metadata, spec }: Pod, isBroken: (image: string) => boolean): Behavior {
  const { annotations = {}, ownerReferences = [] } = metadata;
  const said = (name: string): string | undefined => annotations[behaviorAnnotation(name)];
  const delay = (name: string): number => {
    const text = said(name);
    return text === undefined ? usualDelay : parseDuration(text).milliseconds;
  };
  const ofJob = ownerReferences.some(({ kind, controller }) => kind === 'Job' && controller === true);
  const code = said('exit-code') ?? (ofJob ? '0' : undefined);
  const reason = said('exit-reason') ?? (code === '0' ? 'Completed' : 'Error');
  return {
    startDelay: delay('start-delay'),
    stopDelay: delay('stop-delay'),
    failsToPull: said('pull') === 'fail' || spec.containers.some(({ image = '' }) => isBroken(image)),
    failsProbe: said('readiness') === 'fail',
    exit: code === undefined ? undefined : { code: Number(code), reason, after: delay('exit-after') },
  };
}
