import { type Document, isMap, isNode, isPair, isScalar, isSeq, LineCounter, parseAllDocuments } from 'yaml';
import type { Place } from '../diagnostics.ts';

/** One YAML document of a file, with the places of its values. */
export interface PlacedDocument {
  /** The object; undefined if the document is not valid YAML, or no object. */
  object: ManifestObject | undefined;
  /** Whether there is nothing between two `---`. */
  isEmpty: boolean;
  /** The syntax errors of the document. */
  errors: readonly { message: string; place: Place }[];
  /**
   * The value at a path such as `spec.ports[0].name`. If there is none, the key of the innermost value above it; with
   * `key`, always the key.
   */
  placeOf(path: string, options?: { key?: boolean }): Place;
}

export interface ManifestObject {
  apiVersion: string;
  kind: string;
  metadata: Readonly<Record<string, unknown>>;
  [field: string]: unknown;
}

/** The documents of a text. The places name the file. */
export function placedDocuments(text: string, file: string): PlacedDocument[] {
  const lines = new LineCounter();
  const place = ([start, end]: Range): Place => {
    const { line, col } = lines.linePos(start);
    const last = lines.linePos(end);
    return { file, line, column: col, length: last.line === line ? Math.max(last.col - col, 1) : 1 };
  };
  const options = { lineCounter: lines, logLevel: 'silent', prettyErrors: false } as const;
  return [...parseAllDocuments(text, options)].map((document) => {
    const errors = document.errors.map(({ message, pos }) => ({ message, place: place([pos[0], pos[1]]) }));
    return {
      object: errors.length > 0 ? undefined : objectIn(document),
      isEmpty: document.contents === null && errors.length === 0,
      errors,
      placeOf: (path, { key = false } = {}) => place(rangeOf(document, path, key)),
    };
  });
}

function objectIn(document: Document.Parsed): ManifestObject | undefined {
  let value: unknown;
  try {
    value = document.toJS();
  } catch {
    // An alias without an anchor, or a text that aliases make too large: kubectl reports it.
    return undefined;
  }
  const { apiVersion, kind, metadata } = (value ?? {}) as Record<string, unknown>;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') return undefined;
  const isObject = typeof metadata === 'object' && metadata !== null;
  return { ...(value as object), apiVersion, kind, metadata: isObject ? { ...metadata } : {} };
}

type Range = [start: number, end: number];

function rangeOf(document: Document.Parsed, path: string, ofKey: boolean): Range {
  let found: Range = startOf(document);
  let current: unknown = document.contents;
  const steps = [...path.matchAll(/[^.[\]]+/g)].map(([step]) => step);
  for (const [index, step] of steps.entries()) {
    const isLast = index === steps.length - 1;
    if (isSeq(current)) {
      current = current.items[Number(step)];
      found = rangeIn(current) ?? found;
    } else if (isMap(current)) {
      const pair = current.items.find(({ key }) => isScalar(key) && String(key.value) === step);
      if (!isPair(pair)) return found;
      current = pair.value;
      const value = isLast && !ofKey && isScalar(current) ? rangeIn(current) : undefined;
      found = value ?? rangeIn(pair.key) ?? found;
    } else {
      return found;
    }
  }
  return found;
}

function startOf(document: Document.Parsed): Range {
  const [start] = rangeIn(document.contents) ?? [document.range[0]];
  return [start, start];
}

/** From the first to the last character of a node, without the comment behind it. */
function rangeIn(node: unknown): Range | undefined {
  if (!isNode(node) || node.range == null) return undefined;
  return [node.range[0], node.range[1]];
}
