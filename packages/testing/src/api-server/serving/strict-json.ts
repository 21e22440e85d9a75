import { fieldPath } from '@opgen/rules/field-errors';

/**
 * The paths of duplicate keys in a JSON text, as strict decoding prints them (`spec.size`, `spec.ports[0].name`);
 * each once, in the order of the text. The text must be valid JSON.
 */
export function duplicateFields(text: string): string[] {
  const scanner = new Scanner(text);
  scanner.value('');
  return [...new Set(scanner.duplicates)];
}

class Scanner {
  readonly duplicates: string[] = [];
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
      if (seen.has(key)) this.duplicates.push(child);
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

/** The strict decoding error for unknown and duplicate fields. */
export function strictDecodingProblems(unknown: readonly string[], duplicates: readonly string[]): string[] {
  return [
    ...duplicates.map((path) => `duplicate field "${path}"`),
    ...unknown.map((path) => `unknown field "${path}"`),
  ];
}
