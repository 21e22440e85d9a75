import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject } from '../objects/object.ts';
import type { Admission } from './admission.ts';
import { callDefaulter } from './defaulting.ts';
import type { Defaulter } from './defaulter.ts';
import type { Routes } from './routes.ts';
import { callValidator } from './validation.ts';
import type { Validator } from './validator.ts';

/** Where a webhook is served. */
export interface WebhookOptions {
  /**
   * The path that the API server calls. Default: `/mutate-…` or `/validate-<group>-<version>-<kind>`, as in the
   * generated configuration.
   */
  path?: string | undefined;
}

/** Registers the webhooks of a kind: its defaulter and its validator. */
export class WebhookBuilder<T extends KubernetesObject> {
  readonly #kind: Kind<T>;
  readonly #routes: Routes;
  readonly #admission: Admission;

  constructor(kind: Kind<T>, routes: Routes, admission: Admission) {
    this.#kind = kind;
    this.#routes = routes;
    this.#admission = admission;
  }

  /** Registers the defaulter, which runs before objects are validated and stored; throws if the path is taken. */
  defaultWith(
    defaulter: Defaulter<T>,
    { path = webhookPath('mutate', this.#kind) }: WebhookOptions = {},
  ): this {
    const owner = `the defaulter of ${this.#kind.kind} (${this.#kind.apiVersion})`;
    const handle = this.#admission.handlerOf(path, this.#kind, (object, context) =>
      callDefaulter(defaulter, object, context),
    );
    this.#routes.add(path, { purpose: 'defaulting', owner, handle });
    return this;
  }

  /** Registers the validator, which runs before objects are stored or deleted; throws if the path is taken. */
  validateWith(
    validator: Validator<T>,
    { path = webhookPath('validate', this.#kind) }: WebhookOptions = {},
  ): this {
    const owner = `the validator of ${this.#kind.kind} (${this.#kind.apiVersion})`;
    const handle = this.#admission.handlerOf(path, this.#kind, (object, context) =>
      callValidator(validator, object, context),
    );
    this.#routes.add(path, { purpose: 'validation', owner, handle });
    return this;
  }
}

/** The path that `opgen manifests` also writes into the configuration: `/mutate-cache-example-com-v1-memcached`. */
export function webhookPath(verb: 'mutate' | 'validate', { group, version, kind }: Kind): string {
  return `/${verb}-${group.replaceAll('.', '-')}-${version}-${kind.toLowerCase()}`;
}
