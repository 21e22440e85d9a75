import { X509Certificate } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { issueServerCertificate, newAuthority } from '../../src/certificates/authority.ts';
import { fromSecretData, toSecretData } from '../../src/certificates/certificate-secret.ts';
import {
  authorityLifetime,
  type CertificateState,
  renewed,
  overlap,
  serverLifetime,
  caBundle,
} from '../../src/certificates/certificate-state.ts';

const day = 24 * 3_600_000;
const start = Date.parse('2026-01-01T00:00:00Z');
const names = ['memcached-operator-webhook-service.memcached-operator-system.svc', 'localhost', '::1'];
const expected = (now: number): { now: number; name: string; names: string[] } => ({
  now,
  name: 'memcached-operator',
  names,
});

/** Whether a client that trusts these CAs accepts the certificate. */
function isAccepted(bundle: string, certificate: string, now: number): boolean {
  const server = new X509Certificate(certificate);
  return (bundle.match(/-----BEGIN[^-]+-----[^-]+-----END[^-]+-----/g) ?? []).some((each) => {
    const authority = new X509Certificate(each);
    const isCurrent = [server, authority].every(
      ({ validFrom, validTo }) => Date.parse(validFrom) <= now && now < Date.parse(validTo),
    );
    return isCurrent && server.checkIssued(authority) && server.verify(authority.publicKey);
  });
}

const initial = renewed(undefined, expected(start));

test('creates a CA and a certificate for all names', () => {
  expect(isAccepted(caBundle(initial), initial.server.certificate, start)).toBe(true);
  const server = new X509Certificate(initial.server.certificate);
  expect(server.subjectAltName).toBe(
    'DNS:memcached-operator-webhook-service.memcached-operator-system.svc, DNS:localhost, IP Address:0:0:0:0:0:0:0:1',
  );
  expect(new X509Certificate(initial.authority.certificate).subject).toBe(
    'CN=memcached-operator CA 2026-01-01T00:00:00.000Z',
  );
});

test('keeps a valid state unchanged', () => {
  expect(renewed(initial, expected(start + 59 * day))).toBe(initial);
});

test('renews the certificate when a third of its lifetime is left, and keeps the CA', () => {
  const later = renewed(initial, expected(start + (serverLifetime * 2) / 3 + 1));
  expect(later.authority).toBe(initial.authority);
  expect(later.server).not.toEqual(initial.server);
});

test('announces a CA one day before it signs and trusts the former CA until it expires', () => {
  const due = start + (authorityLifetime * 2) / 3 + day;
  const announced = renewed(initial, expected(due));
  expect(announced.successor).toBeDefined();
  expect(isAccepted(initial.authority.certificate, announced.server.certificate, due)).toBe(true);

  expect(renewed(announced, expected(due + overlap / 2))).toBe(announced);

  const succeeded = renewed(announced, expected(due + overlap));
  expect(succeeded.authority).toBe(announced.successor);
  expect(succeeded.former).toEqual([initial.authority.certificate]);
  // Clients and replicas with the previous state still accept the latest one.
  expect(isAccepted(caBundle(announced), succeeded.server.certificate, due + overlap)).toBe(true);
  expect(isAccepted(caBundle(succeeded), announced.server.certificate, due + overlap)).toBe(true);

  const afterwards = renewed(succeeded, expected(start + authorityLifetime + day));
  expect(afterwards.former).toEqual([]);
});

const validity = { now: new Date(start), lifetime: authorityLifetime };
const stranger = newAuthority('stranger', validity);
const forStranger = issueServerCertificate(stranger, { commonName: 'x', names, ...validity });

test.each<[string, CertificateState]>([
  ['a certificate of another CA', { ...initial, server: forStranger }],
  ['a certificate with the wrong key', { ...initial, server: { ...initial.server, key: forStranger.key } }],
  ['an invalid certificate', { ...initial, server: { ...initial.server, certificate: 'none' } }],
  [
    'a certificate without the name of the Service',
    {
      ...initial,
      server: issueServerCertificate(initial.authority, {
        commonName: 'x',
        names: ['localhost'],
        ...validity,
      }),
    },
  ],
  ['a CA with the wrong key', { ...initial, authority: { ...initial.authority, key: stranger.key } }],
  ['an invalid CA', { ...initial, authority: { certificate: '', key: '' } }],
  ['a CA that is a server certificate', { ...initial, authority: initial.server }],
])('replaces %s', (_, state) => {
  const repaired = renewed(state, expected(start));
  expect(isAccepted(caBundle(repaired), repaired.server.certificate, start)).toBe(true);
  expect(renewed(repaired, expected(start))).toBe(repaired);
});

test.each([
  ['far ahead', 2000 * day],
  ['back', -400 * day],
])('issues a new CA and certificate when the clock jumps %s', (_, jump) => {
  const state = renewed(initial, expected(start + jump));
  expect(isAccepted(caBundle(state), state.server.certificate, start + jump)).toBe(true);
  expect(state.authority).not.toEqual(initial.authority);
});

test('during a CA rotation, replicas and clients that lag by half a day trust each other', () => {
  const hour = 3_600_000;
  const waits = fc.array(fc.integer({ min: 10, max: 180 }), { minLength: 7, maxLength: 7 });
  const begin = start + (authorityLifetime * 2) / 3 - day;
  let overlaps = 0;
  fc.assert(
    fc.property(waits, (minutes) => {
      const history = [{ at: begin, state: renewed(initial, expected(begin)) }];
      for (let now = begin, step = 0; now < begin + 4 * day; step += 1) {
        now += (minutes[step % minutes.length] ?? 1) * 60_000;
        history.push({ at: now, state: renewed(history.at(-1)?.state, expected(now)) });
        const recent = new Set(history.filter(({ at }) => at >= now - 12 * hour).map(({ state }) => state));
        if (recent.size < 2) continue;
        overlaps += 1;
        for (const client of recent) {
          for (const replica of recent) {
            expect(isAccepted(caBundle(client), replica.server.certificate, now)).toBe(true);
          }
        }
      }
      expect(history.at(-1)?.state.former).toHaveLength(1);
    }),
    { numRuns: 5 },
  );
  expect(overlaps).toBeGreaterThan(0);
});

describe('a Secret', () => {
  const due = start + (authorityLifetime * 2) / 3 + day;
  const announced = renewed(initial, expected(due));
  test.each<[string, CertificateState]>([
    ['without a rotation', initial],
    ['with an announced CA', announced],
    ['with a former CA', renewed(announced, expected(due + overlap))],
  ])('stores and restores the state %s', (_, state) => {
    expect(fromSecretData(toSecretData(state))).toEqual(state);
  });

  test.each([
    ['no data', undefined],
    ['data of another program', { 'tls.crt': 'eA==' }],
    ['an invalid CA', { 'ca.crt': 'eA==' }],
  ])('returns undefined for %s', (_, data) => {
    expect(fromSecretData(data)).toBeUndefined();
  });
});
