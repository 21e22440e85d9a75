import { type Library, method, overload } from '../functions/overload.ts';
import { boolType, intType, opaqueType, stringType } from '../types/type.ts';
import { EvaluationError } from '../values/evaluation-error.ts';
import { IpAddress, parseIpAddress } from './ip-address.ts';

export const ipType = opaqueType('net.IP');

const question = (id: string, holds: (address: IpAddress) => boolean): Library[string] => [
  method(id, [ipType], boolType, holds),
];

/** IP addresses. */
export const ip: Library = {
  ip: [overload('string_to_ip', [stringType], ipType, toIp)],
  isIP: [overload('is_ip', [stringType], boolType, (text: string) => readIp(text) instanceof IpAddress)],
  'ip.isCanonical': [
    overload('ip_is_canonical', [stringType], boolType, (text: string) => toIp(text).toString() === text),
  ],
  family: [method('ip_family', [ipType], intType, ({ family }: IpAddress) => BigInt(family))],
  isUnspecified: question('ip_is_unspecified', ({ bits }) => bits === 0n),
  isLoopback: question('ip_is_loopback', isLoopback),
  isLinkLocalMulticast: question('ip_is_link_local_multicast', (address) =>
    address.family === 4 ? address.startsWith(24, 0xe00000n) : isLinkScoped(address),
  ),
  isLinkLocalUnicast: question('ip_is_link_local_unicast', isLinkLocalUnicast),
  isGlobalUnicast: question('ip_is_global_unicast', (address) => {
    if (address.bits === 0n || (address.family === 4 && address.bits === 0xffffffffn)) return false;
    return !isLoopback(address) && !isMulticast(address) && !isLinkLocalUnicast(address);
  }),
  string: [overload('ip_to_string', [ipType], stringType, String)],
};

function toIp(text: string): IpAddress {
  const address = readIp(text);
  if (typeof address === 'string') throw new EvaluationError(address);
  return address;
}

/** The parsed address, or the API server's message if the text is not an accepted address. */
export function readIp(text: string): IpAddress | string {
  const quoted = JSON.stringify(text);
  if (/^[0-9a-fA-F:.]+%./.test(text)) return `IP address ${quoted} with zone value is not allowed`;
  const address = parseIpAddress(text);
  if (address === undefined) {
    return `IP Address ${quoted} parse error during conversion from string: ParseAddr(${quoted}): unable to parse IP`;
  }
  return isFourInSix(address) ? `IPv4-mapped IPv6 address ${quoted} is not allowed` : address;
}

export function isFourInSix(address: IpAddress): boolean {
  return address.family === 6 && address.startsWith(96, 0xffffn);
}

function isLoopback(address: IpAddress): boolean {
  return address.family === 4 ? address.startsWith(8, 127n) : address.bits === 1n;
}

function isMulticast(address: IpAddress): boolean {
  return address.family === 4 ? address.startsWith(4, 14n) : address.startsWith(8, 0xffn);
}

function isLinkLocalUnicast(address: IpAddress): boolean {
  return address.family === 4 ? address.startsWith(16, 0xa9fen) : address.startsWith(10, 0x3fan);
}

/** IPv6 multicast addresses have flags before the scope. */
function isLinkScoped(address: IpAddress): boolean {
  return ((address.bits >> 112n) & 0xff0fn) === 0xff02n;
}
