/** Breaks lines that do not fit at spaces; a word that is longer than a line stays whole, and so does an indent. */
export function wrap(text: string, width: number, indent = ''): string {
  return text
    .split('\n')
    .flatMap((line) => wrapLine(line, width, indent))
    .join('\n');
}

function wrapLine(line: string, width: number, indent: string): string[] {
  if (indent.length + line.length <= width) return [indent + line];
  const own = indent + line.slice(0, Math.max(line.search(/\S/), 0));
  const lines: string[] = [];
  let current = '';
  for (const word of line.trim().split(' ')) {
    if (current !== '' && own.length + current.length + 1 + word.length > width) {
      lines.push(own + current);
      current = word;
    } else current = current === '' ? word : `${current} ${word}`;
  }
  return [...lines, own + current];
}
