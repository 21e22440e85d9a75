import { goQuote } from '@opgen/rules/go-text';
import { isObject, type JsonObject } from '@opgen/rules/json';

/**
 * One element of a path in managedFields: `f:name` (a field or a map key), `k:{"name":"a"}` (an item of a list
 * map), `v:"a"` (an item of a set), `i:0` (an item by index).
 */
export type PathElement = string;

const kindOrder = ['f', 'k', 'v', 'i'];

/** An immutable set of paths into an object, as a trie: the fields that a manager owns. */
export class FieldSet {
  static readonly empty = new FieldSet(new Set(), new Map());

  readonly members: ReadonlySet<PathElement>;
  readonly children: ReadonlyMap<PathElement, FieldSet>;

  constructor(members: ReadonlySet<PathElement>, children: ReadonlyMap<PathElement, FieldSet>) {
    this.members = members;
    this.children = new Map([...children].filter(([, child]) => !child.isEmpty()));
  }

  /** The set of the given paths. */
  static of(...paths: readonly (readonly PathElement[])[]): FieldSet {
    return paths.reduce((set, path) => set.union(single(path)), FieldSet.empty);
  }

  /** Parses `fieldsV1` and ignores everything that is not in that form. */
  static decode(fields: unknown): FieldSet {
    if (!isObject(fields)) return FieldSet.empty;
    const members = new Set<PathElement>();
    const children = new Map<PathElement, FieldSet>();
    for (const [element, below] of Object.entries(fields)) {
      if (element === '.' || !isObject(below)) continue;
      if (Object.keys(below).length === 0 || Object.hasOwn(below, '.')) members.add(element);
      children.set(element, FieldSet.decode(below));
    }
    return new FieldSet(members, children);
  }

  /** Encodes `fieldsV1` in the order of the API server. */
  encode(): JsonObject {
    const fields: JsonObject = {};
    for (const element of this.#elements()) {
      const below = this.children.get(element)?.encode() ?? {};
      const itself = this.members.has(element) && Object.keys(below).length > 0 ? { '.': {} } : {};
      fields[element] = { ...itself, ...below };
    }
    return fields;
  }

  isEmpty(): boolean {
    return this.members.size === 0 && this.children.size === 0;
  }

  has(element: PathElement): boolean {
    return this.members.has(element);
  }

  /** The subset below an element. */
  below(element: PathElement): FieldSet {
    return this.children.get(element) ?? FieldSet.empty;
  }

  union(other: FieldSet): FieldSet {
    const children = new Map(this.children);
    for (const [element, set] of other.children) children.set(element, this.below(element).union(set));
    return new FieldSet(new Set([...this.members, ...other.members]), children);
  }

  intersection(other: FieldSet): FieldSet {
    const members = [...this.members].filter((element) => other.members.has(element));
    return new FieldSet(
      new Set(members),
      this.#mapChildren((set, element) => set.intersection(other.below(element))),
    );
  }

  /** The set without exactly the paths of the other set; their descendants remain. */
  difference(other: FieldSet): FieldSet {
    const members = [...this.members].filter((element) => !other.members.has(element));
    return new FieldSet(
      new Set(members),
      this.#mapChildren((set, element) => set.difference(other.below(element))),
    );
  }

  /** The set without the paths of the other set and their descendants. */
  without(other: FieldSet): FieldSet {
    const members = [...this.members].filter((element) => !other.members.has(element));
    return new FieldSet(
      new Set(members),
      this.#mapChildren((set, element) =>
        other.members.has(element) ? FieldSet.empty : set.without(other.below(element)),
      ),
    );
  }

  /** All paths of the set, parents first. */
  *paths(prefix: readonly PathElement[] = []): Iterable<readonly PathElement[]> {
    for (const element of this.#elements()) {
      const path = [...prefix, element];
      if (this.members.has(element)) yield path;
      yield* this.below(element).paths(path);
    }
  }

  #elements(): PathElement[] {
    return [...new Set([...this.members, ...this.children.keys()])].toSorted(inOrder);
  }

  #mapChildren(change: (set: FieldSet, element: PathElement) => FieldSet): Map<PathElement, FieldSet> {
    return new Map([...this.children].map(([element, set]) => [element, change(set, element)]));
  }
}

function single([first, ...rest]: readonly PathElement[]): FieldSet {
  if (first === undefined) return FieldSet.empty;
  if (rest.length === 0) return new FieldSet(new Set([first]), new Map());
  return new FieldSet(new Set(), new Map([[first, single(rest)]]));
}

function inOrder(a: PathElement, b: PathElement): number {
  const byKind = kindOrder.indexOf(a.charAt(0)) - kindOrder.indexOf(b.charAt(0));
  if (byKind !== 0) return byKind;
  if (a.startsWith('i:')) return Number(a.slice(2)) - Number(b.slice(2));
  return a < b ? -1 : Number(a > b);
}

/** A path as conflict messages print it: `.spec.containers[name="c"].image`. */
export function pathText(path: readonly PathElement[]): string {
  return path.map(elementText).join('');
}

function elementText(element: PathElement): string {
  const text = element.slice(2);
  switch (element.charAt(0)) {
    case 'k': {
      const keys = Object.entries(JSON.parse(text) as JsonObject);
      return `[${keys.map(([key, value]) => `${key}=${valueText(value)}`).join(',')}]`;
    }
    case 'v':
      return `[=${valueText(JSON.parse(text))}]`;
    case 'i':
      return `[${text}]`;
    default:
      return `.${text}`;
  }
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? goQuote(value) : JSON.stringify(value);
}
