import { type Library, method, overload } from '../functions/overload.ts';
import { boolType, intType, opaqueType, stringType } from '../types/type.ts';
import { EvaluationError, NoSuchOverload } from '../values/evaluation-error.ts';
import type { Opaque } from '../values/value.ts';
import { type IpAddress, parseIpAddress } from './ip-address.ts';
import { ipType, isFourInSix, readIp } from './ip.ts';

export const cidrType = opaqueType('net.CIDR');

class Cidr implements Opaque {
  readonly kind = 'opaque';
  readonly typeName = 'net.CIDR';
  readonly address: IpAddress;
  readonly length: number;

  constructor(address: IpAddress, length: number) {
    this.address = address;
    this.length = length;
  }

  /** In bytes. */
  get size(): number {
    return Math.ceil(this.length / 8);
  }

  equals(other: Opaque): boolean {
    return other instanceof Cidr && other.length === this.length && other.address.equals(this.address);
  }

  contains(address: IpAddress): boolean {
    return (
      address.family === this.address.family &&
      address.masked(this.length).equals(this.address.masked(this.length))
    );
  }

  toString(): string {
    return `${this.address.toString()}/${this.length}`;
  }
}

export const cidr: Library = {
  cidr: [overload('string_to_cidr', [stringType], cidrType, toCidr)],
  isCIDR: [overload('is_cidr', [stringType], boolType, (text: string) => reading(text) instanceof Cidr)],
  containsIP: [
    method('cidr_contains_ip_string', [cidrType, stringType], boolType, containsIpText),
    method('cidr_contains_ip_ip', [cidrType, ipType], boolType, (network: Cidr, address: IpAddress) =>
      network.contains(address),
    ),
  ],
  containsCIDR: [
    method('cidr_contains_cidr_string', [cidrType, stringType], boolType, (network: Cidr, text: string) =>
      containsCidr(network, toCidr(text)),
    ),
    method('cidr_contains_cidr', [cidrType, cidrType], boolType, containsCidr),
  ],
  ip: [method('cidr_ip', [cidrType], ipType, ({ address }: Cidr) => address)],
  prefixLength: [method('cidr_prefix_length', [cidrType], intType, ({ length }: Cidr) => BigInt(length))],
  masked: [
    method(
      'cidr_masked',
      [cidrType],
      cidrType,
      ({ address, length }: Cidr) => new Cidr(address.masked(length), length),
    ),
  ],
  string: [overload('cidr_to_string', [cidrType], stringType, String)],
};

/** The API server treats an invalid address as an argument of the wrong type. */
function containsIpText(network: Cidr, text: string): boolean {
  const address = readIp(text);
  if (typeof address === 'string') throw new NoSuchOverload();
  return network.contains(address);
}

function containsCidr(network: Cidr, other: Cidr): boolean {
  return network.length <= other.length && network.contains(other.address);
}

function toCidr(text: string): Cidr {
  const network = reading(text);
  if (typeof network !== 'string') return network;
  throw new EvaluationError(`network address parse error during conversion from string: ${network}`);
}

/** The parsed network, or the API server's message if the text is not an accepted network. */
function reading(text: string): Cidr | string {
  const quoted = JSON.stringify(text);
  const slash = text.lastIndexOf('/');
  const [host, bits] = [text.slice(0, Math.max(slash, 0)), text.slice(slash + 1)];
  const address = parseIpAddress(host);
  if (slash === -1) return unreadable(quoted, "no '/'");
  if (address === undefined)
    return unreadable(quoted, `ParseAddr(${JSON.stringify(host)}): unable to parse IP`);
  if (!/^(?:0|[1-9]\d{0,2})$/.test(bits))
    return unreadable(quoted, `bad bits after slash: ${JSON.stringify(bits)}`);
  if (Number(bits) > address.width) return unreadable(quoted, 'prefix length out of range');
  return isFourInSix(address)
    ? `IPv4-mapped IPv6 address ${quoted} is not allowed`
    : new Cidr(address, Number(bits));
}

function unreadable(quoted: string, reason: string): string {
  return `network address parse error during conversion from string: netip.ParsePrefix(${quoted}): ${reason}`;
}
