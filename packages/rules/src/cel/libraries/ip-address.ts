import { formatIp } from '../../ip/format-ip.ts';
import { parseIp } from '../../ip/parse-ip.ts';
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

  /** Whether the first `length` bits of the address are equal to `bits`: `startsWith(8, 127n)`. */
  startsWith(length: number, bits: bigint): boolean {
    return this.bits >> BigInt(this.width - length) === bits;
  }

  /** The address with all bits after the prefix set to zero. */
  masked(length: number): IpAddress {
    const rest = BigInt(this.width - length);
    return new IpAddress(this.family, (this.bits >> rest) << rest);
  }

  toString(): string {
    return formatIp(this);
  }
}

/** Parses an address as Go's net/netip does, without zones; undefined if the text is no address. */
export function parseIpAddress(text: string): IpAddress | undefined {
  const parsed = parseIp(text);
  return parsed === undefined ? undefined : new IpAddress(parsed.family, parsed.bits);
}
