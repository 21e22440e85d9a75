import { isIP } from 'node:net';
import * as der from './der.ts';

const dnsName = 2;
const ipAddress = 7;

/** Names and addresses by which clients on the same machine reach a server. */
export const localNames: readonly string[] = ['localhost', '127.0.0.1', '::1'];

/** The value of the subjectAltName extension. */
export function subjectAltName(names: readonly string[]): Buffer {
  return der.sequence(
    ...names.map((name) =>
      isIP(name) === 0
        ? der.contextPrimitive(dnsName, Buffer.from(name))
        : der.contextPrimitive(ipAddress, addressOctets(name)),
    ),
  );
}

function addressOctets(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split('.').map(Number));
  const [before = [], after = []] = address
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = Array<string>(8 - before.length - after.length).fill('0');
  const groups = [...before, ...zeros, ...after].map((group) => group.padStart(4, '0'));
  return Buffer.from(groups.join(''), 'hex');
}
