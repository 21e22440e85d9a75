import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject } from '../objects/object.ts';
import type { Conversions } from './conversions.ts';
import type { Converter } from './converter.ts';

/** Registers the versions of a kind that are converted to and from its hub. */
export class ConversionBuilder<Hub extends KubernetesObject> {
  readonly #hub: Kind<Hub>;
  readonly #conversions: Conversions;

  constructor(hub: Kind<Hub>, conversions: Conversions) {
    this.#hub = hub;
    this.#conversions = conversions;
  }

  /** Registers a version and its converter. */
  spoke<Spoke extends KubernetesObject>(kind: Kind<Spoke>, converter: Converter<Hub, Spoke>): this {
    this.#conversions.add(this.#hub, kind, converter);
    return this;
  }
}
