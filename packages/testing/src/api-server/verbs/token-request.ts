import { randomBytes, randomUUID } from 'node:crypto';
import { serviceAccountGroups } from '../authentication/authentication.ts';
import { ownAudience, type TokenOwner } from '../authentication/tokens.ts';
import { type Core, timestamp } from '../core.ts';
import { type FieldError, invalid } from '@opgen/rules/field-errors';
import { isObject, type JsonObject } from '@opgen/rules/json';
import { badRequest, invalidStatus, notFound, StatusError } from '../status-errors.ts';
import { readObject } from '../serving/body.ts';
import type { Call } from '../serving/call.ts';
import { requireNoTable } from '../serving/present.ts';
import { jsonResponse, type ServerResponse } from '../serving/request.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import { existing } from './read.ts';

const shortest = 600;
const defaultExpirationSeconds = 3600;

/** Issues a token for a ServiceAccount. Like the tokens of a cluster it is a JWT with the subject and the expiry. */
export function requestToken(core: Core, call: Call): ServerResponse {
  requireNoTable(call.request);
  const account = existing(core, call);
  const body = readObject(call.request);
  const { metadata, spec } = { metadata: asObject(body['metadata']), spec: asObject(body['spec']) };
  const { expirationSeconds = defaultExpirationSeconds, boundObjectRef = null } = spec;
  const wanted = Array.isArray(spec['audiences']) ? spec['audiences'].map(String) : [];
  const audiences = wanted.length === 0 ? [ownAudience] : wanted;
  requireValid(account, metadata, Number(expirationSeconds));
  const bound = isObject(boundObjectRef) ? boundObject(core, account, boundObjectRef) : undefined;
  const issued = Math.floor(core.now().getTime() / 1000);
  const expires = issued + Number(expirationSeconds);
  const id = randomUUID();
  const token = readable({
    aud: audiences,
    exp: expires,
    iat: issued,
    iss: ownAudience,
    jti: id,
    nbf: issued,
    sub: userOf(account).name,
  });
  call.audit?.annotate('authentication.kubernetes.io/issued-credential-id', `JTI=${id}`);
  const { name, namespace, uid } = account.metadata;
  core.tokens.give(token, {
    user: {
      ...userOf(account),
      uid,
      extra: {
        'authentication.kubernetes.io/credential-id': [`JTI=${id}`],
        ...(bound && {
          'authentication.kubernetes.io/pod-name': [bound.metadata.name],
          'authentication.kubernetes.io/pod-uid': [bound.metadata.uid],
        }),
      },
    },
    audiences,
    holds: () =>
      core.now().getTime() < expires * 1000 &&
      exists(core, '/serviceaccounts', account) &&
      (bound === undefined || exists(core, '/pods', bound)),
  });
  return jsonResponse(201, {
    kind: 'TokenRequest',
    apiVersion: 'authentication.k8s.io/v1',
    metadata: { name, namespace, uid, creationTimestamp: timestamp(core) },
    spec: { audiences, expirationSeconds, boundObjectRef },
    status: { token, expirationTimestamp: `${new Date(expires * 1000).toISOString().slice(0, 19)}Z` },
  });
}

function userOf({ metadata: { namespace, name } }: StoredObject): TokenOwner['user'] {
  const groups = [...serviceAccountGroups(namespace), 'system:authenticated'];
  return { name: `system:serviceaccount:${namespace}:${name}`, groups };
}

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/** Encodes the claims as a JSON Web Token. Only this server checks it, against the list of issued tokens. */
function readable(claims: JsonObject): string {
  return [encoded({ alg: 'RS256' }), encoded(claims), randomBytes(32).toString('base64url')].join('.');
}

function refusal(name: string, error: FieldError): StatusError {
  return new StatusError(invalidStatus('TokenRequest', 'authentication.k8s.io', name, [error]));
}

function requireValid({ metadata }: StoredObject, sent: JsonObject, expirationSeconds: number): void {
  if (sent['name'] !== undefined && sent['name'] !== metadata.name) {
    const problem = 'must match the service account name if specified';
    throw refusal(metadata.name, invalid('metadata.name', sent['name'], problem));
  }
  if (expirationSeconds < shortest) {
    const problem = 'may not specify a duration less than 10 minutes';
    throw refusal('', invalid('spec.expirationSeconds', expirationSeconds, problem));
  }
}

/** The Pod that the token is bound to. */
function boundObject(core: Core, { metadata }: StoredObject, reference: JsonObject): StoredObject {
  const [kind, name] = [String(reference['kind']), String(reference['name'])];
  if (kind !== 'Pod')
    throw new StatusError(badRequest(`cannot bind token to object of type /v1, Kind=${kind}`));
  const pod = core.store.find('/pods', metadata.namespace, name);
  if (pod === undefined) throw new StatusError(notFound({ group: '', resource: 'pods' }, name));
  if (asObject(pod['spec'])['serviceAccountName'] !== metadata.name) {
    const problem = `cannot bind token for serviceaccount "${metadata.name}" to pod running with different serviceaccount name.`;
    throw new StatusError(badRequest(problem));
  }
  return pod;
}

function exists({ store }: Core, table: string, { metadata }: StoredObject): boolean {
  return store.find(table, metadata.namespace, metadata.name)?.metadata.uid === metadata.uid;
}

function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}
