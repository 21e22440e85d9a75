import type { ParsedIp } from './parse-ip.ts';

/** The shortest form of an address. */
export function formatIp({ family, bits }: ParsedIp): string {
  return family === 4 ? formatFour(bits) : formatSix(bits);
}

function formatFour(bits: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => (bits >> shift) & 0xffn).join('.');
}

/** The longest run of at least two zero groups becomes ::. */
function formatSix(bits: bigint): string {
  const groups = Array.from({ length: 8 }, (_, index) =>
    ((bits >> BigInt(112 - index * 16)) & 0xffffn).toString(16),
  );
  const runs = [...groups.join(' ').matchAll(/(?<![^ ])0(?: 0)+(?![^ ])/g)].toSorted(
    (a, b) => b[0].length - a[0].length,
  );
  const longest = runs[0];
  if (longest === undefined) return groups.join(':');
  const text = groups.join(' ');
  const before = text.slice(0, longest.index).trim().replaceAll(' ', ':');
  const after = text
    .slice(longest.index + longest[0].length)
    .trim()
    .replaceAll(' ', ':');
  return `${before}::${after}`;
}
