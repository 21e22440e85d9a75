import { sameEntries } from './containers.ts';
import { type Mapping, type Value, isMapping } from './value.ts';

/** An object that an expression creates with the fields of a type: `Object.spec{replicas: 3}`. */
export class Struct implements Mapping {
  readonly kind = 'map';
  readonly typeName: string;
  readonly #fields: ReadonlyMap<string, Value>;

  constructor(typeName: string, fields: ReadonlyMap<string, Value>) {
    this.typeName = typeName;
    this.#fields = fields;
  }

  get size(): number {
    return this.#fields.size;
  }

  keys(): Iterable<string> {
    return this.#fields.keys();
  }

  find(key: Value): Value | undefined {
    return typeof key === 'string' ? this.#fields.get(key) : undefined;
  }

  equals(other: Value): boolean {
    return isMapping(other) && other.typeName === this.typeName && sameEntries(this, other);
  }
}
