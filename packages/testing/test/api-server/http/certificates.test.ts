import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get } from 'node:https';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { localServerCertificate } from '../../../src/api-server/http/certificates.ts';

const now = new Date('2031-05-06T07:08:09.123Z');

it('is valid for this machine', () => {
  const { certificate } = localServerCertificate(now);
  const server = new X509Certificate(certificate);
  expect(server.subjectAltName).toBe('DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1');
  expect(server.ca).toBe(false);
  expect(new Date(server.validFrom)).toEqual(new Date('2031-05-06T06:08:09Z'));
  expect(new Date(server.validTo)).toEqual(new Date('2032-05-05T07:08:09Z'));
});

it('is signed by its authority, and by no other', () => {
  const { ca, certificate } = localServerCertificate(now);
  const [authority, server] = [new X509Certificate(ca), new X509Certificate(certificate)];
  expect(authority.ca).toBe(true);
  expect(authority.verify(authority.publicKey)).toBe(true);
  expect(server.checkIssued(authority)).toBe(true);
  expect(server.verify(authority.publicKey)).toBe(true);
  const stranger = new X509Certificate(localServerCertificate(now).ca);
  expect(server.verify(stranger.publicKey)).toBe(false);
});

it('is valid after 2049, when years need four digits', () => {
  const { certificate } = localServerCertificate(new Date('2049-07-01T00:00:00Z'));
  expect(new Date(new X509Certificate(certificate).validTo)).toEqual(new Date('2050-07-01T00:00:00Z'));
});

it.each(['127.0.0.1', 'localhost'])('is accepted by a client that connects to %s', async (host) => {
  const { ca, certificate, key } = localServerCertificate();
  const server = createServer({ cert: certificate, key }, (_request, response) => response.end('ok'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const request = get({ host, port, ca, family: 4, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.resume();
  expect(response.statusCode).toBe(200);
});

it.skipIf(!hasOpenssl())('passes the strict checks of openssl', () => {
  const folder = mkdtempSync(join(tmpdir(), 'opgen-certificates-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { ca, certificate } = localServerCertificate();
  const [caFile, file] = [join(folder, 'ca.pem'), join(folder, 'server.pem')];
  writeFileSync(caFile, ca);
  writeFileSync(file, certificate);
  const verify = ['verify', '-x509_strict', '-purpose', 'sslserver', '-verify_ip', '::1', '-CAfile', caFile];
  expect(execFileSync('openssl', [...verify, file], { encoding: 'utf8' })).toContain('OK');
});

function hasOpenssl(): boolean {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
