/** Edits of a YAML document that preserve comments, order and unknown keys. */
import { type Document, isMap, type YAMLMap } from 'yaml';
import type { Shape } from './project-check.ts';

/** The YAML formatting of the user that opgen preserves. */
export interface Style {
  indentSeq: boolean;
  flowCollectionPadding: boolean;
}

/** Git for Windows may check text files out with CRLF. */
export function lineEndingOf(text: string): '\n' | '\r\n' {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

export function styleOf(text: string): Style {
  return { indentSeq: !/^\w+:\r?\n-/m.test(text), flowCollectionPadding: /[[{] \S/.test(text) };
}

/** Sets the known keys of a mapping to `values`. Does not touch a key that already has its value. */
export function assign(
  document: Document,
  node: YAMLMap,
  values: object,
  { keys }: Extract<Shape, { is: 'map' }>,
): void {
  for (const [key, shape] of Object.entries(keys)) {
    const value = (values as Record<string, unknown>)[key];
    const before = node.get(key, true);
    if (isMap(before) && value !== undefined && shape.is === 'map')
      assign(document, before, value as object, shape);
    else if (JSON.stringify(before) !== JSON.stringify(value)) setInOrder(document, node, key, value);
  }
}

/** Sets or deletes a key. Keys in alphabetical order stay in order. */
export function setInOrder(document: Document, node: YAMLMap, key: string, value: unknown): void {
  if (value === undefined) node.delete(key);
  else if (node.has(key)) node.set(key, document.createNode(value));
  else {
    const names = node.items.map((pair) => String(pair.key));
    const sorted = names.every((name, index) => index === 0 || (names[index - 1] as string) <= name);
    const index = sorted ? names.findIndex((name) => name > key) : -1;
    node.items.splice(index === -1 ? names.length : index, 0, document.createPair(key, value));
  }
}
