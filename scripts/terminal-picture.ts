/** Draws the output of a terminal as an SVG. The same lines give the same picture. */
export interface TerminalLine {
  text: string;
  of: 'note' | 'command' | 'output';
}

const columns = 118;
const lineHeight = 18;
const characterWidth = 7.8;
const margin = 20;
const titleBar = 34;
const colours = { note: '#7d8590', command: '#7ee787', output: '#e6edf3' };

export function terminalPicture(lines: readonly TerminalLine[]): string {
  const rows = lines.flatMap((line) => [
    ...(line.of === 'note' ? [{ ...line, text: '' }] : []),
    ...wrapped(line),
  ]);
  const width = Math.ceil(columns * characterWidth) + 2 * margin;
  const height = rows.length * lineHeight + 2 * margin + titleBar;

  const texts = rows.map(
    ({ text, of }, index) =>
      `<text x="${margin}" y="${titleBar + margin + (index + 1) * lineHeight - 5}" fill="${colours[of]}">${escape(text)}</text>`,
  );
  const lights = ['#ff5f57', '#febc2e', '#28c840'].map(
    (colour, index) => `<circle cx="${margin + index * 20}" cy="18" r="6" fill="${colour}"/>`,
  );

  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    '<title>From an empty folder to a running operator</title>',
    `<rect width="${width}" height="${height}" rx="10" fill="#0d1117"/>`,
    ...lights,
    '<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="13" xml:space="preserve">',
    ...texts,
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

const prefixes = { note: '# ', command: '$ ', output: '' };

function wrapped({ text, of }: TerminalLine): TerminalLine[] {
  const whole = `${prefixes[of]}${text}`;
  const rows: TerminalLine[] = [];
  for (let start = 0; start === 0 || start < whole.length; start += columns) {
    rows.push({ text: whole.slice(start, start + columns), of });
  }
  return rows;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
