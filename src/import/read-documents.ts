import { type Document, isAlias, isCollection, isPair, LineCounter, parseAllDocuments } from 'yaml';

/** More than any real CRD has, and little enough to be read in seconds. */
const largest = { megabytes: 20, values: 500_000, depth: 200 };

/** How much a node is with its aliases expanded. */
interface Extent {
  values: number;
  depth: number;
}

/**
 * The YAML documents of a text that somebody else may have written. Throws the error that `unusable` makes if they
 * would exhaust memory: a few lines of aliases can stand for billions of values.
 */
export function readDocuments(
  text: string,
  from: string,
  unusable: (message: string, hint: string) => Error,
): Document.Parsed[] {
  if (text.length > largest.megabytes * 1_000_000)
    throw unusable(`${from} is larger than ${largest.megabytes} MB`, 'pass a file with fewer CRDs');
  const tooDeep = (): Error =>
    unusable(`${from} is nested deeper than ${largest.depth} levels`, 'flatten the schema');
  const documents = parsed(text);
  if (documents === undefined) throw tooDeep();
  for (const document of documents) {
    const extent = extentOf(document);
    if (extent === 'recursive')
      throw unusable(
        `${from} has an alias inside the node that it refers to`,
        'remove the alias: a schema cannot contain itself',
      );
    if (extent.depth > largest.depth) throw tooDeep();
    if (extent.values > largest.values)
      throw unusable(
        `${from} has more than ${largest.values} values when its aliases are expanded`,
        'pass the CRD as kubectl get crd <name> -o yaml prints it: without aliases',
      );
  }
  return documents;
}

/** The value of a document of `readDocuments`, which has checked its aliases. */
export function valueOf(document: Document.Parsed): unknown {
  return document.toJS({ maxAliasCount: -1 });
}

/** Undefined if the nesting exceeds the stack of the parser. */
function parsed(text: string): Document.Parsed[] | undefined {
  const lineCounter = new LineCounter();
  // Without its excerpts: those of a text that exceeds the stack can crash Node.
  const documents = parseAllDocuments(text, { lineCounter, logLevel: 'silent', prettyErrors: false });
  for (const error of documents.flatMap(({ errors }) => errors)) {
    if (error.message === 'Maximum call stack size exceeded') return undefined;
    const { line, col } = lineCounter.linePos(error.pos[0]);
    error.message += ` at line ${line}, column ${col}`;
  }
  return [...documents];
}

function extentOf({ contents, errors }: Document.Parsed): Extent | 'recursive' {
  const anchors = new Map<string, Extent>();
  const open = new Set<string>();
  let isRecursive = false;
  const visit = (node: unknown, level: number): Extent => {
    if (level > largest.depth) return { values: 1, depth: 1 };
    if (isAlias(node)) {
      isRecursive ||= open.has(node.source);
      return anchors.get(node.source) ?? { values: 1, depth: 1 };
    }
    const anchor = (node as { anchor?: string } | null)?.anchor;
    if (anchor !== undefined) open.add(anchor);
    const extent = isPair(node)
      ? around([visit(node.key, level), visit(node.value, level)], 0)
      : around(isCollection(node) ? node.items.map((item) => visit(item, level + 1)) : [], 1);
    if (anchor !== undefined) {
      open.delete(anchor);
      anchors.set(anchor, extent);
    }
    return extent;
  };
  const extent = errors.length > 0 ? around([], 1) : visit(contents, 0);
  return isRecursive ? 'recursive' : extent;
}

function around(inner: readonly Extent[], own: number): Extent {
  return inner.reduce(
    (sum, { values, depth }) => ({ values: sum.values + values, depth: Math.max(sum.depth, depth + own) }),
    { values: own, depth: own },
  );
}
