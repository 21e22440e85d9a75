/**
 * Writes a description as the comment above a declaration, in lines without indentation.
 *
 * Joins a line that would be read as a tag, a marker or a note for developers to the line before it: line breaks in
 * descriptions have no meaning.
 */
export function docComment(description: string | undefined): string[] {
  const lines = readableLines(description ?? '');
  const [first] = lines;
  if (first === undefined) return [];
  // A JSDoc comment cannot contain `*/`, and a tag at its beginning would swallow the whole comment.
  if (lines.some((line) => line.includes('*/')) || /^\s*@/.test(first))
    return lines.map((line) => `// ${line}`.trimEnd());
  if (lines.length === 1) return [`/** ${first} */`];
  return ['/**', ...lines.map((line) => ` * ${line}`.trimEnd()), ' */'];
}

function readableLines(description: string): string[] {
  const lines: string[] = [];
  let fence: string | undefined;
  for (const line of description.trim().split(/\r?\n/)) {
    const [mark] = /^\s*(```|~~~)/.exec(line)?.slice(1) ?? [];
    if (mark !== undefined) fence = fence === undefined ? mark : fence === mark ? undefined : fence;
    const misread = fence === undefined && /^\s*(@[a-zA-Z]|\+[A-Za-z]|TODO|---)/.test(line);
    const last = lines.findLastIndex((text) => text !== '');
    if (misread && last !== -1) lines.splice(last, lines.length, `${lines[last]} ${line.trim()}`);
    else lines.push(line.trimEnd());
  }
  return lines.length === 1 && lines[0] === '' ? [] : lines;
}
