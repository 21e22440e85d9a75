import type { Kind, Manager } from '@opgen/runtime';
import type { PodControls } from '@opgen/testing';
import type { Scene } from './scene.ts';

/** What a user or the cluster does, and what holds once the operator and the cluster have responded. */
export interface Step {
  readonly what: string;
  act(scene: Scene): Promise<unknown>;
  holds(scene: Scene): Promise<void>;
}

/** A mistake of a user that no operator can correct. */
export interface ConfigurationError {
  readonly what: string;
  make(scene: Scene, pods: PodControls): Promise<unknown>;
  /** What the user sees. */
  shows(scene: Scene): Promise<void>;
  correct(scene: Scene, pods: PodControls): Promise<unknown>;
}

/** How the tests that all examples share run one of them. */
export interface Subject {
  /** The name of its folder. */
  readonly example: string;
  /** Registers its controllers, as `src/main.ts` does. */
  setup(manager: Manager): void;
  /** Registers its webhooks, if it has any. */
  setupWebhooks?(manager: Manager): void;
  /** The kind of the instance. */
  readonly kind: Kind;
  /** The kinds of the objects that the operator creates for the instance. */
  readonly creates: readonly Kind[];
  /** From the creation of an instance, the first step, to its deletion, the last one. */
  readonly lifecycle: readonly Step[];
  readonly configurationErrors: readonly ConfigurationError[];
  /** The current and the target version in the status of the instance. */
  versions(scene: Scene): Promise<{ current: unknown; target: unknown }>;
  /** The kinds of objects that the operator replaces by others instead of reverting edits of them. */
  readonly replaces?: readonly Kind[];
  /** The resources of the role that the lifecycle does not need: `jobs.batch`. */
  readonly unusedInLifecycle?: readonly string[];
  /** The step of the lifecycle that changes the version. */
  readonly upgrade: Step;
}
