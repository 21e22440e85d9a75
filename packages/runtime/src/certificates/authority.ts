import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto';
import * as der from './der.ts';
import { subjectAltName } from './subject-alt-name.ts';

/** A certificate and its private key, both PEM. */
export interface KeyPair {
  readonly certificate: string;
  readonly key: string;
}

/** The validity period of a certificate. */
export interface Validity {
  now: Date;
  /** In milliseconds, counted from `now`. */
  lifetime: number;
}

/** Subject and validity of a serving certificate. */
export interface ServerCertificateOptions extends Validity {
  commonName: string;
  /** DNS names and IP addresses that clients use to reach the server. */
  names: readonly string[];
}

/** Backdates certificates, because the clocks of containers and virtual machines may be behind. */
const clockSkew = 3_600_000;

/** Creates a self-signed CA. */
export function newAuthority(commonName: string, validity: Validity): KeyPair {
  const authority = newIdentity(commonName);
  const certificate = certify(authority, authority, validity, [
    extension('2.5.29.19', der.sequence(der.boolean(true)), 'critical'), // basicConstraints: a CA
    extension('2.5.29.15', keyUsage(keyCertSign | crlSign), 'critical'),
  ]);
  return { certificate, key: pemOf(authority.privateKey) };
}

/** Issues a serving certificate with a new private key. */
export function issueServerCertificate(
  authority: KeyPair,
  { commonName, names, ...validity }: ServerCertificateOptions,
): KeyPair {
  const server = newIdentity(commonName);
  const certificate = certify(server, identityOf(authority), validity, [
    extension('2.5.29.19', der.sequence(), 'critical'), // basicConstraints: no CA
    extension('2.5.29.15', keyUsage(digitalSignature), 'critical'),
    extension('2.5.29.37', der.sequence(der.objectIdentifier('1.3.6.1.5.5.7.3.1'))), // serverAuth
    extension('2.5.29.17', subjectAltName(names)),
  ]);
  return { certificate, key: pemOf(server.privateKey) };
}

interface Identity {
  readonly name: Buffer;
  readonly privateKey: KeyObject;
  readonly publicKey: Buffer;
  readonly keyId: Buffer;
}

/** Bits of keyUsage; bit 0 is the most significant. */
const digitalSignature = 0x80;
const keyCertSign = 0x04;
const crlSign = 0x02;

const pointLength = 65;
const longestCommonName = 64;

function newIdentity(commonName: string): Identity {
  return identity(commonName, generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey);
}

/** Assumes that the subject is a single common name, as `newAuthority` writes it. */
function identityOf({ certificate, key }: KeyPair): Identity {
  const [, commonName = ''] = /^CN=(.*)$/m.exec(new X509Certificate(certificate).subject) ?? [];
  return identity(commonName, createPrivateKey(key));
}

function identity(commonName: string, privateKey: KeyObject): Identity {
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  const text = der.utf8String(commonName.slice(0, longestCommonName));
  const attribute = der.sequence(der.objectIdentifier('2.5.4.3'), text);
  return {
    name: der.sequence(der.setOf(attribute)),
    privateKey,
    publicKey,
    // RFC 5280, 4.2.1.2: the hash covers only the EC point, the last bytes of the encoded public key.
    keyId: createHash('sha1').update(publicKey.subarray(-pointLength)).digest(),
  };
}

function certify(
  subject: Identity,
  issuer: Identity,
  { now, lifetime }: Validity,
  extensions: readonly Buffer[],
): string {
  const algorithm = der.sequence(der.objectIdentifier('1.2.840.10045.4.3.2')); // ecdsa-with-SHA256
  const [from, to] = [new Date(now.getTime() - clockSkew), new Date(now.getTime() + lifetime)];
  const body = der.sequence(
    der.contextConstructed(0, der.integer(Uint8Array.of(2))), // version 3
    der.integer(randomBytes(16)),
    algorithm,
    issuer.name,
    der.sequence(der.time(from), der.time(to)),
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
  const signature = sign('sha256', body, issuer.privateKey);
  return pem(der.sequence(body, algorithm, der.bitString(signature)));
}

function extension(id: string, value: Buffer, critical?: 'critical'): Buffer {
  const flags = critical === undefined ? [] : [der.boolean(true)];
  return der.sequence(der.objectIdentifier(id), ...flags, der.octetString(value));
}

/** DER omits trailing zero bits. */
function keyUsage(bits: number): Buffer {
  const trailingZeros = 31 - Math.clz32(bits & -bits);
  return der.bitString(Uint8Array.of(bits), trailingZeros);
}

function pem(certificate: Buffer): string {
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

function pemOf(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }) as string;
}
