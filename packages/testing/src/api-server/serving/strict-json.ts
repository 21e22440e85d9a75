import { fieldPath } from '@opgen/rules/field-errors';

/** One key of a JSON text. */
interface Key {
  /** As strict decoding prints it: `spec.size`, `spec.ports[0].name`. */
  readonly path: string;
  readonly isDuplicate: boolean;
}

/**
 * The strict decoding errors for the unknown fields and the duplicate keys of a JSON text, each once. Go reports those
 * of a built-in kind in the order of the text, and does not look into unknown fields. Of a custom resource, it finds
 * the duplicates while it parses the text, and the unknown fields afterwards. The text must be valid JSON or empty.
 */
export function strictDecodingProblems(
  unknown: readonly string[],
  text: string,
  isCustom: boolean,
): string[] {
  const keys = text === '' ? [] : keysOf(text);
  const duplicates = keys.filter(({ isDuplicate }) => isDuplicate);
  const unknownProblems = unknown.map((path) => `unknown field "${path}"`);
  if (isCustom || keys.length === 0)
    return [...new Set([...duplicates.map(({ path }) => `duplicate field "${path}"`), ...unknownProblems])];
  const isUnknown = new Set(unknown);
  const inUnknown = (path: string): boolean =>
    unknown.some((field) => path.startsWith(`${field}.`) || path.startsWith(`${field}[`));
  const problems = keys.flatMap(({ path, isDuplicate }) => {
    if (isUnknown.has(path)) return [`unknown field "${path}"`];
    return isDuplicate && !inUnknown(path) ? [`duplicate field "${path}"`] : [];
  });
  return [...new Set([...problems, ...unknownProblems])];
}

function keysOf(text: string): readonly Key[] {
  const scanner = new Scanner(text);
  scanner.value('');
  return scanner.keys;
}

class Scanner {
  readonly keys: Key[] = [];
  readonly #tokens: readonly string[];
  #next = 0;

  constructor(text: string) {
    this.#tokens = text.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/gs) ?? [];
  }

  value(path: string): void {
    const token = this.#take();
    if (token === '{') this.#object(path);
    else if (token === '[') this.#list(path);
  }

  #take(): string {
    return this.#tokens[this.#next++] ?? '';
  }

  #object(path: string): void {
    const seen = new Set<string>();
    for (let token = this.#take(); token !== '}' && token !== ''; token = this.#take()) {
      if (token === ',') continue;
      const key = JSON.parse(token) as string;
      const child = fieldPath(path, key);
      this.keys.push({ path: child, isDuplicate: seen.has(key) });
      seen.add(key);
      this.#take();
      this.value(child);
    }
  }

  #list(path: string): void {
    for (let i = 0; this.#tokens[this.#next] !== ']' && this.#next < this.#tokens.length;) {
      if (this.#tokens[this.#next] === ',') this.#next += 1;
      else this.value(`${path}[${i++}]`);
    }
    this.#next += 1;
  }
}
