import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import * as der from './der.ts';

/** All PEM. */
export interface ServerCertificate {
  /** The authority to trust. Its key is gone: it has signed this one certificate. */
  readonly ca: string;
  readonly certificate: string;
  readonly key: string;
}

/** A certificate for a server on this machine, from an authority of its own. Valid for a year. */
export function localServerCertificate(now = new Date()): ServerCertificate {
  const authority = newIdentity('opgen embedded CA');
  const server = newIdentity('opgen embedded API server');
  const ca = certify(authority, authority, now, [
    extension('2.5.29.19', der.sequence(der.boolean(true)), 'critical'), // basicConstraints: a CA
    extension('2.5.29.15', keyUsage(keyCertSign | crlSign), 'critical'),
  ]);
  const certificate = certify(server, authority, now, [
    extension('2.5.29.19', der.sequence(), 'critical'), // basicConstraints: no CA
    extension('2.5.29.15', keyUsage(digitalSignature), 'critical'),
    extension('2.5.29.37', der.sequence(der.objectIdentifier('1.3.6.1.5.5.7.3.1'))), // serverAuth
    extension('2.5.29.17', localNames()), // subjectAltName
  ]);
  return {
    ca: pem(ca),
    certificate: pem(certificate),
    key: server.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
}

interface Identity {
  readonly name: Buffer;
  readonly privateKey: KeyObject;
  readonly publicKey: Buffer;
  readonly keyId: Buffer;
}

/** Bits of keyUsage, the first one highest. */
const digitalSignature = 0x80;
const keyCertSign = 0x04;
const crlSign = 0x02;

const pointLength = 65;
const hour = 3_600_000;
const year = 365 * 24 * hour;

function newIdentity(commonName: string): Identity {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const attribute = der.sequence(der.objectIdentifier('2.5.4.3'), der.utf8String(commonName));
  return {
    name: der.sequence(der.setOf(attribute)),
    privateKey,
    publicKey: spki,
    // Of the point alone, which ends the key's encoding: RFC 5280, 4.2.1.2.
    keyId: createHash('sha1').update(spki.subarray(-pointLength)).digest(),
  };
}

function certify(subject: Identity, issuer: Identity, now: Date, extensions: readonly Buffer[]): Buffer {
  const algorithm = der.sequence(der.objectIdentifier('1.2.840.10045.4.3.2')); // ecdsa-with-SHA256
  const body = der.sequence(
    der.contextConstructed(0, der.integer(Uint8Array.of(2))), // version 3
    der.integer(randomBytes(16)),
    algorithm,
    issuer.name,
    // Clocks of containers and virtual machines may be behind.
    der.sequence(der.time(new Date(now.getTime() - hour)), der.time(new Date(now.getTime() + year))),
    subject.name,
    subject.publicKey,
    der.contextConstructed(
      3,
      der.sequence(
        ...extensions,
        extension('2.5.29.14', der.octetString(subject.keyId)),
        extension('2.5.29.35', der.sequence(der.contextPrimitive(0, issuer.keyId))),
      ),
    ),
  );
  return der.sequence(body, algorithm, der.bitString(sign('sha256', body, issuer.privateKey)));
}

function extension(id: string, value: Buffer, critical?: 'critical'): Buffer {
  const flags = critical === undefined ? [] : [der.boolean(true)];
  return der.sequence(der.objectIdentifier(id), ...flags, der.octetString(value));
}

/** DER leaves out the zero bits at the end. */
function keyUsage(bits: number): Buffer {
  const trailingZeros = 31 - Math.clz32(bits & -bits);
  return der.bitString(Uint8Array.of(bits), trailingZeros);
}

function localNames(): Buffer {
  const dnsName = 2;
  const ipAddress = 7;
  return der.sequence(
    der.contextPrimitive(dnsName, Buffer.from('localhost')),
    der.contextPrimitive(ipAddress, Buffer.from([127, 0, 0, 1])),
    der.contextPrimitive(ipAddress, Buffer.from([...Array<number>(15).fill(0), 1])),
  );
}

function pem(certificate: Buffer): string {
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
