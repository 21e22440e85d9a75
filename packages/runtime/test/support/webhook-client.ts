import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import type { AdmissionResponse, AdmissionOperation } from '../../src/webhook/admission-review.ts';
import type { KubernetesObject } from '../../src/objects/object.ts';

export interface Reply {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
}

export interface AskOptions {
  ca: string;
  method?: string;
  contentType?: string;
  agent?: Agent;
}

/** Sends one request over TLS, as the API server does. */
export async function ask(
  url: string,
  body: string | object,
  { ca, method = 'POST', contentType = 'application/json', agent = new Agent() }: AskOptions,
): Promise<Reply> {
  const outgoing = request(url, { ca, method, agent, headers: { 'content-type': contentType } });
  outgoing.end(typeof body === 'string' ? body : JSON.stringify(body));
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  return { status: response.statusCode ?? 0, headers: response.headers, text };
}

export interface ReviewOptions {
  operation?: AdmissionOperation;
  object?: object | null;
  oldObject?: object | null;
  dryRun?: boolean;
  subResource?: string;
  uid?: string;
}

/** An AdmissionReview of a Memcached, as the API server sends it. */
export function admissionReview({ operation = 'CREATE', uid = 'review-1', ...rest }: ReviewOptions): object {
  const { metadata } = (rest.object ?? rest.oldObject ?? {}) as Partial<KubernetesObject>;
  return {
    apiVersion: 'admission.k8s.io/v1',
    kind: 'AdmissionReview',
    request: {
      uid,
      kind: { group: 'cache.example.com', version: 'v1', kind: 'Memcached' },
      resource: { group: 'cache.example.com', version: 'v1', resource: 'memcacheds' },
      name: metadata?.name,
      namespace: metadata?.namespace,
      operation,
      userInfo: { username: 'jane', groups: ['system:authenticated'] },
      object: null,
      oldObject: null,
      ...rest,
    },
  };
}

/** The response of an AdmissionReview. */
export function responseIn({ text }: Reply): AdmissionResponse {
  return (JSON.parse(text) as { response: AdmissionResponse }).response;
}
