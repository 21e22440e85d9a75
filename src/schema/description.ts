/**
 * The description of a schema, from the prose of a comment.
 *
 * Outside fenced code, omits lines that begin with TODO and everything after a line of dashes: both are for developers.
 */
export function description(doc: string): string | undefined {
  const kept: string[] = [];
  let fence: string | undefined;
  for (const line of doc.split('\n')) {
    const [mark] = /^\s*(```|~~~)/.exec(line)?.slice(1) ?? [];
    if (mark !== undefined) fence = fence === undefined ? mark : fence === mark ? undefined : fence;
    if (fence === undefined && line.trimStart().startsWith('---')) break;
    if (fence === undefined && line.trimStart().startsWith('TODO')) continue;
    kept.push(line);
  }
  const text = kept.join('\n').trim();
  return text === '' ? undefined : text;
}
