import { parseDuration } from '@opgen/rules/duration';
import type { Container, Pod } from '@opgen/runtime/kinds/core/v1';
import { type Exit, exitOfCommand } from './command.ts';

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
  /** How a container ends; undefined if it runs until it is stopped. */
  readonly exitOf: (container: Container) => Exit | undefined;
}

const usualDelay = 1_000;

/**
 * What the annotations of a Pod say, or else the commands of its containers. Other containers of a Job succeed after a
 * second, and all others run on.
 */
export function behaviorOf({ metadata, spec }: Pod, isBroken: (image: string) => boolean): Behavior {
  const { annotations = {}, ownerReferences = [] } = metadata;
  const said = (name: string): string | undefined => annotations[behaviorAnnotation(name)];
  const delay = (name: string): number => {
    const text = said(name);
    return text === undefined ? usualDelay : parseDuration(text).milliseconds;
  };
  const ofJob = ownerReferences.some(({ kind, controller }) => kind === 'Job' && controller === true);
  const isSaid = ['exit-code', 'exit-after', 'exit-reason'].some((each) => said(each) !== undefined);
  const code = said('exit-code') ?? (ofJob ? '0' : undefined);
  const reason = said('exit-reason') ?? (code === '0' ? 'Completed' : 'Error');
  const usual =
    code === undefined
      ? undefined
      : { code: Number(code), reason, after: delay('exit-after'), isAwaited: true };
  return {
    startDelay: delay('start-delay'),
    stopDelay: delay('stop-delay'),
    failsToPull: said('pull') === 'fail' || spec.containers.some(({ image = '' }) => isBroken(image)),
    failsProbe: said('readiness') === 'fail',
    exitOf(container) {
      const exit = isSaid ? usual : (exitOfCommand(container) ?? usual);
      return exit === 'never' ? undefined : exit;
    },
  };
}
