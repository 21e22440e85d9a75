/** Edits of a YAML document that leave alone what they are not about: comments, order, keys of the user. */
import { type Document, isMap, type YAMLMap } from 'yaml';
import type { Shape } from './project-check.ts';

/** How the user lays YAML out, as far as it is ours to keep. */
export interface Style {
  indentSeq: boolean;
  flowCollectionPadding: boolean;
}

export function styleOf(text: string): Style {
  return { indentSeq: !/^\w+:\n-/m.test(text), flowCollectionPadding: /[[{] \S/.test(text) };
}

/** Makes the known keys of a mapping what they are in `values`, and touches nothing that is so already. */
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

/** Sets a key or takes it away. Where the keys are in alphabetical order, they stay so. */
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
