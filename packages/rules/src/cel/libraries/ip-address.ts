import type { Opaque } from '../values/value.ts';

/** An IP address: its family and its bits. */
export class IpAddress implements Opaque {
  readonly kind = 'opaque';
  readonly typeName = 'net.IP';
  readonly family: 4 | 6;
  readonly bits: bigint;

  constructor(family: 4 | 6, bits: bigint) {
    this.family = family;
    this.bits = bits;
  }

  /** In bytes. */
  get size(): number {
    return this.family === 4 ? 4 : 16;
  }

  get width(): number {
    return this.size * 8;
  }

  equals(other: Opaque): boolean {
    return other instanceof IpAddress && other.family === this.family && other.bits === this.bits;
  }

  /** Whether the first bits are those of a network, written as numbers: startsWith(8, 127n). */
  startsWith(length: number, bits: bigint): boolean {
    return this.bits >> BigInt(this.width - length) === bits;
  }

  /** The address with all bits behind the prefix zero. */
  masked(length: number): IpAddress {
    const rest = BigInt(this.width - length);
    return new IpAddress(this.family, (this.bits >> rest) << rest);
  }

  toString(): string {
    return this.family === 4 ? formatFour(this.bits) : formatSix(this.bits);
  }
}

/** Reads an address as Go's net/netip does, without zones; undefined when the text is none. */
export function parseIpAddress(text: string): IpAddress | undefined {
  const four = parseFour(text);
  if (four !== undefined) return new IpAddress(4, four);
  const six = parseSix(text);
  return six === undefined ? undefined : new IpAddress(6, six);
}

function parseFour(text: string): bigint | undefined {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256)) {
    return undefined;
  }
  return parts.reduce((bits, part) => (bits << 8n) | BigInt(part), 0n);
}

function parseSix(text: string): bigint | undefined {
  const groups = text.split('::');
  if (groups.length > 2) return undefined;
  const [head, tail] = groups.map((part) => groupsOf(part)) as [bigint[] | undefined, bigint[] | undefined];
  if (head === undefined || (groups.length === 2 && tail === undefined)) return undefined;
  const missing = 8 - head.length - (tail?.length ?? 0);
  if (groups.length === 2 ? missing < 1 : missing !== 0) return undefined;
  const all = [...head, ...Array.from({ length: missing }, () => 0n), ...(tail ?? [])];
  return all.reduce((bits, group) => (bits << 16n) | group, 0n);
}

/** Groups of 16 bits; the last two may be written as an IPv4 address. */
function groupsOf(text: string): bigint[] | undefined {
  if (text === '') return [];
  const parts = text.split(':');
  const four = parts.at(-1)!.includes('.') ? parseFour(parts.pop()!) : undefined;
  if (text.includes('.') && four === undefined) return undefined;
  if (!parts.every((part) => /^[0-9a-fA-F]{1,4}$/.test(part))) return undefined;
  const groups = parts.map((part) => BigInt(`0x${part}`));
  return four === undefined ? groups : [...groups, four >> 16n, four & 0xffffn];
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
