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
  /** Where the API server asks. Default: `/mutate-…` or `/validate-<group>-<version>-<kind>`, as in the configuration. */
  path?: string;
}

/** The webhooks of a kind: what fills its objects in, and what checks them. */
export class WebhookBuilder<T extends KubernetesObject> {
  readonly #kind: Kind<T>;
  readonly #routes: Routes;
  readonly #admission: Admission;

  constructor(kind: Kind<T>, routes: Routes, admission: Admission) {
    this.#kind = kind;
    this.#routes = routes;
    this.#admission = admission;
  }

  /** Has objects filled in before they are checked and stored; throws when the path is taken. */
  defaultWith(
    defaulter: Defaulter<T>,
    { path = webhookPath('mutate', this.#kind) }: WebhookOptions = {},
  ): this {
    const owner = `the defaulter of ${this.#kind.kind} (${this.#kind.apiVersion})`;
    const handle = this.#admission.handler(path, this.#kind, (object, context) =>
      callDefaulter(defaulter, object, context),
    );
    this.#routes.add(path, { purpose: 'defaulting', owner, handle });
    return this;
  }

  /** Has objects checked before they are stored or deleted; throws when the path is taken. */
  validateWith(
    validator: Validator<T>,
    { path = webhookPath('validate', this.#kind) }: WebhookOptions = {},
  ): this {
    const owner = `the validator of ${this.#kind.kind} (${this.#kind.apiVersion})`;
    const handle = this.#admission.handler(path, this.#kind, (object, context) =>
      callValidator(validator, object, context),
    );
    this.#routes.add(path, { purpose: 'validation', owner, handle });
    return this;
  }
}

/** The path that `opgen manifests` writes into the configuration too: `/mutate-cache-example-com-v1-memcached`. */
export function webhookPath(verb: 'mutate' | 'validate', { group, version, kind }: Kind): string {
  return `/${verb}-${group.replaceAll('.', '-')}-${version}-${kind.toLowerCase()}`;
}
