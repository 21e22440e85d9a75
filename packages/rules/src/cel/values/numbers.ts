const booleans: Readonly<Record<string, boolean>> = {
  '1': true,
  t: true,
  T: true,
  TRUE: true,
  true: true,
  True: true,
  '0': false,
  f: false,
  F: false,
  FALSE: false,
  false: false,
  False: false,
};

export function parseBool(text: string): boolean | undefined {
  return Object.hasOwn(booleans, text) ? booleans[text] : undefined;
}

/** Parses a decimal integer within a range; undefined if the text is invalid. */
export function parseInteger(text: string, inRange: (value: bigint) => boolean): bigint | undefined {
  if (!/^[+-]?\d+$/.test(text)) return undefined;
  const value = BigInt(text.replace(/^\+/, ''));
  return inRange(value) ? value : undefined;
}

export function parseDouble(text: string): number | undefined {
  const infinite = /^([+-]?)(?:inf|infinity)$/i.exec(text);
  if (infinite !== null) return infinite[1] === '-' ? -Infinity : Infinity;
  if (/^[+-]?nan$/i.test(text)) return Number.NaN;
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/** Formats like Go's %g: the fewest digits that identify the number, an exponent from 1e+06 and below 1e-04. */
export function formatDouble(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf';
  if (Object.is(value, -0)) return '-0';
  const [, digits, exponent] = /^(.*)e(.*)$/.exec(value.toExponential())!;
  const power = Number(exponent);
  if (power >= -4 && power < 6) return plain(value);
  const width = String(Math.abs(power)).padStart(2, '0');
  return `${digits}e${power < 0 ? '-' : '+'}${width}`;
}

/** Without exponent; JavaScript writes one for numbers below 1e-6. */
function plain(value: number): string {
  const text = String(value);
  return text.includes('e') ? value.toFixed(20).replace(/0+$/, '') : text;
}
