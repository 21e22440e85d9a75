import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { WebhookEndpoint } from '@opgen/runtime/webhook';
import { onTestFinished } from 'vitest';
import { localServerCertificate } from '../../src/api-server/http/certificates.ts';

/** The `request` of an AdmissionReview, as far as tests read it. */
export interface AdmissionRequest {
  uid: string;
  kind: { group: string; version: string; kind: string };
  resource: { group: string; version: string; resource: string };
  subResource?: string;
  requestKind: { group: string; version: string; kind: string };
  requestResource: { group: string; version: string; resource: string };
  requestSubResource?: string;
  name?: string;
  namespace?: string;
  operation: string;
  userInfo: { username?: string; groups?: string[] };
  object: AdmittedObject | null;
  oldObject: AdmittedObject | null;
  dryRun: boolean;
  options: Record<string, unknown> | null;
}

export interface AdmittedObject {
  apiVersion: string;
  kind: string;
  metadata: Record<string, unknown> & { name?: string };
  spec?: Record<string, unknown>;
  status?: Record<string, unknown>;
  data?: Record<string, string>;
}

/** The answer of a webhook: a response without its uid, or a status and a body. */
export type AdmissionAnswer =
  | { allowed: boolean; status?: object; patch?: unknown; warnings?: string[]; auditAnnotations?: object }
  | { code: number; body: string };

export type Admit = (request: AdmissionRequest) => AdmissionAnswer | Promise<AdmissionAnswer>;

export interface Conversion {
  uid: string;
  desiredAPIVersion: string;
  objects: AdmittedObject[];
}

/** A response without its uid. */
export type Convert = (request: Conversion) => object | Promise<object>;

export interface WebhookServer extends WebhookEndpoint {
  /** Sets the function that answers reviews at a path. */
  admit(path: string, admit: Admit): void;
  convert(path: string, convert: Convert): void;
  /** The paths, including queries, that were called so far. */
  readonly calls: readonly string[];
}

/** Webhooks of a test, over HTTPS as in a cluster. They stop with the test. */
export async function startWebhookServer(): Promise<WebhookServer> {
  const { ca, certificate, key } = localServerCertificate();
  const handlers = new Map<string, (review: { request: never }) => Promise<{ code: number; body: string }>>();
  const calls: string[] = [];
  const server = createServer({ cert: certificate, key }, (incoming, outgoing) => {
    void (async () => {
      const url = incoming.url ?? '/';
      calls.push(url);
      const review = JSON.parse(await text(incoming)) as { request: never };
      const handle = handlers.get(url.split('?')[0] ?? '');
      const { code, body } = handle ? await handle(review) : { code: 404, body: 'no such webhook' };
      const type = body.startsWith('{') ? 'application/json' : 'text/plain';
      outgoing.writeHead(code, { 'content-type': type }).end(body);
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    caBundle: ca,
    calls,
    admit(path, admit) {
      handlers.set(path, async ({ request }: { request: AdmissionRequest }) => {
        const answer = await admit(request);
        if ('code' in answer) return answer;
        const { patch, ...rest } = answer;
        const patched = patch === undefined ? {} : { patchType: 'JSONPatch', patch: base64(patch) };
        return review('admission.k8s.io/v1', 'AdmissionReview', { uid: request.uid, ...rest, ...patched });
      });
    },
    convert(path, convert) {
      handlers.set(path, async ({ request }: { request: Conversion }) => {
        const response = await convert(request);
        return review('apiextensions.k8s.io/v1', 'ConversionReview', { uid: request.uid, ...response });
      });
    },
  };
}

function review(apiVersion: string, kind: string, response: object): { code: number; body: string } {
  return { code: 200, body: JSON.stringify({ apiVersion, kind, response }) };
}

function base64(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64');
}
