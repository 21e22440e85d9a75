import type { Answer } from '../conformance/support/target.ts';

/** Values that differ between any two runs of the real server, and parts of messages that repeat the request. */
const chance: readonly (readonly [RegExp, string])[] = [
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, 'now'],
  [/(?<=current: )\d+/g, 'latest'],
  // The message repeats the result of the patch, in the words of the decoder that failed.
  [/(?<=^(?: "" is invalid: patch: )?Invalid value: )"(?:\{|map\[).*/gs, 'what was patched'],
  // Go iterates over maps in random order and stops at the first unknown field, so the reported errors are random.
  [/(?<=failed to create typed patch object \([^)]*\): ).*/gs, 'problems'],
  [/(?<= is invalid: \[).*(?=\]$)/gs, 'see causes'],
];

/** A response with generated values replaced by numbers in the order of their appearance. */
export class Normalizer {
  readonly #numbers = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  answer({ status, headers, text }: Answer): object {
    return {
      status,
      ...(headers['warning'] !== undefined && { warning: this.#text(headers['warning']) }),
      body: this.#body(text),
    };
  }

  #body(text: string): unknown {
    try {
      return this.#value(JSON.parse(text), '');
    } catch {
      return text;
    }
  }

  #value(value: unknown, key: string): unknown {
    if (Array.isArray(value)) {
      const items = value.map((item) => this.#value(item, key));
      return key === 'managedFields' ? sorted(items) : items;
    }
    if (typeof value === 'object' && value !== null) return this.#object(value as Record<string, unknown>);
    if (typeof value === 'string') return this.#word(value, key);
    return key === 'nodePort' || key === 'healthCheckNodePort' ? this.#numbered(key, String(value)) : value;
  }

  #object(given: Record<string, unknown>): Record<string, unknown> {
    const { retryAfterSeconds: _, ...rest } = given;
    const object = Array.isArray(given['causes']) ? { ...rest, causes: distinct(given['causes']) } : rest;
    const isList = Array.isArray(object['items']);
    // The numbers must not depend on the order of fields.
    const members = Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : 1));
    const entries = members.map(([key, value]) => {
      // The resourceVersion of a list is that of the server, to which other tests write too.
      if (isList && key === 'metadata') return [key, this.#listMetadata(value as Record<string, unknown>)];
      return [key, this.#value(value, key)];
    });
    return Object.fromEntries(entries) as Record<string, unknown>;
  }

  #listMetadata({ continue: token, remainingItemCount }: Record<string, unknown>): object {
    return { remainingItemCount, continue: token !== undefined && token !== '' };
  }

  #word(text: string, key: string): string {
    if (key === 'uid' || key === 'resourceVersion') return this.#numbered(key, text);
    if (key === 'clusterIP' || key === 'clusterIPs')
      return text.startsWith('10.0.') ? this.#numbered('IP', text) : text;
    return this.#text(text);
  }

  #text(text: string): string {
    let result = text;
    for (const [pattern, by] of chance) result = result.replaceAll(pattern, by);
    return result
      .replaceAll(/\b[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\b/g, (uid) => this.#numbered('uid', uid))
      .replaceAll(/(?<=[Rr]esource ?[Vv]ersion\D{0,40})\d+/g, (version) =>
        this.#numbered('resourceVersion', version),
      );
  }

  #numbered(what: string, value: string): string {
    const known = this.#numbers.get(`${what} ${value}`);
    if (known !== undefined) return known;
    const count = (this.#counts.get(what) ?? 0) + 1;
    this.#counts.set(what, count);
    const name = `${what} #${count}`;
    this.#numbers.set(`${what} ${value}`, name);
    return name;
  }
}

/** Schemas are maps too, and the real server validates metadata up to four times. */
function distinct(causes: readonly unknown[]): unknown[] {
  return [...new Set(causes.map((cause) => JSON.stringify(cause)))]
    .toSorted()
    .map((text) => JSON.parse(text) as unknown);
}

/** Entries are sorted by time with a resolution of one second, and the two servers have different clocks. */
function sorted(items: readonly unknown[]): unknown[] {
  return items.toSorted((a, b) => (identityOf(a) < identityOf(b) ? -1 : 1));
}

function identityOf(item: unknown): string {
  const { operation, manager, apiVersion, subresource } = item as Record<string, unknown>;
  return [operation, manager, apiVersion, subresource].join(' ');
}
