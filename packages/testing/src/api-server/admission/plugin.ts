import { deepEqual } from '@opgen/rules/json';
import type { Core } from '../core.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import type { Attributes } from './attributes.ts';

/** Returns the object of a write as changed by the plug-in, undefined for a DELETE; throws a StatusError to reject it. */
export type MutatingPlugin = (
  core: Core,
  attributes: Attributes,
  mutation: Mutation,
) => Promise<StoredObject | undefined> | StoredObject | undefined;

/** Throws a StatusError to reject a write. */
export type ValidatingPlugin = (
  core: Core,
  attributes: Attributes,
  warn: (text: string) => void,
) => Promise<void> | void;

/** The mutating admission of one write: it has a second round if a hook of the first one changes the object. */
export class Mutation {
  readonly warn: (text: string) => void;
  #isSecondRound = false;
  #needsSecondRound = false;
  readonly #hooks = new Map<MutatingPlugin, HookRounds>();

  constructor(warn: (text: string) => void) {
    this.warn = warn;
  }

  /** Starts the second round, if it is needed and has not run yet. */
  startsAgain(): boolean {
    if (this.#isSecondRound || !this.#needsSecondRound) return false;
    this.#isSecondRound = true;
    return true;
  }

  /** 0, or 1 in the second round. */
  get round(): number {
    return this.#isSecondRound ? 1 : 0;
  }

  /** Which webhooks or policies of a plug-in run in this round. */
  hooksOf(plugin: MutatingPlugin, object: StoredObject | undefined): HookRounds {
    const hooks = this.#hooks.get(plugin) ?? new HookRounds(() => (this.#needsSecondRound = true));
    this.#hooks.set(plugin, hooks);
    if (this.#isSecondRound) hooks.startSecondRound(object);
    return hooks;
  }
}

/** The webhooks or policies of a plug-in. One with reinvocationPolicy IfNeeded runs again if the object changes after it. */
export class HookRounds {
  readonly #changed: () => void;
  #isSecondRound = false;
  #last: StoredObject | undefined;
  /** Hooks to run again if a later one changes the object. */
  readonly #earlier = new Set<string>();
  readonly #again = new Set<string>();

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Other plug-ins may have changed the object after the first round. */
  startSecondRound(object: StoredObject | undefined): void {
    this.#isSecondRound = true;
    if (!deepEqual(this.#last, object)) this.#repeatEarlier();
  }

  runs(key: string): boolean {
    return !this.#isSecondRound || this.#again.has(key);
  }

  /** Records that a hook has run. */
  ran(key: string, { isChange, isRepeatable }: { isChange: boolean; isRepeatable: boolean }): void {
    if (isChange) {
      this.#repeatEarlier();
      this.#changed();
    }
    if (isRepeatable) this.#earlier.add(key);
  }

  /** Runs all repeatable hooks again in the second round. */
  repeatAll(): void {
    this.#repeatEarlier();
    this.#changed();
  }

  end(object: StoredObject | undefined): void {
    this.#last = object;
  }

  #repeatEarlier(): void {
    for (const key of this.#earlier) this.#again.add(key);
    this.#earlier.clear();
  }
}
