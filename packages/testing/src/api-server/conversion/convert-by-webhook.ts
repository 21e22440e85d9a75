import { randomUUID } from 'node:crypto';
import { goQuote } from '@opgen/rules/go-text';
import { isObject, type JsonObject } from '@opgen/rules/json';
import type { WebhookClientConfig } from '@opgen/rules/webhooks';
import { plainError, StatusError } from '../status-errors.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import { post, WebhookCallError } from '../webhook-calls/post.ts';
import { withMetadataOf } from './converted-metadata.ts';

/** The conversion of a CustomResourceDefinition. */
export interface Conversion {
  readonly clientConfig: WebhookClientConfig;
  readonly conversionReviewVersions: readonly string[];
  /** Converted objects by their stored object, so that each is converted once. */
  readonly known: WeakMap<StoredObject, StoredObject>;
}

interface Target {
  readonly kind: string;
  readonly apiVersion: string;
}

/** The timeout of a conversion webhook, in seconds. */
const timeout = 30;

/** Converts objects by a webhook, and keeps the original metadata except what a conversion may change. */
export async function convertByWebhook(
  { clientConfig, conversionReviewVersions }: Conversion,
  objects: readonly StoredObject[],
  target: Target,
): Promise<StoredObject[]> {
  const [first] = objects;
  const from = `${first?.apiVersion ?? ''}, Kind=${target.kind}`;
  const fail = (problem: string): never => {
    throw new StatusError(plainError(`conversion webhook for ${from} ${problem}`));
  };
  const uid = randomUUID();
  const version = conversionReviewVersions.find((each) => each === 'v1' || each === 'v1beta1');
  if (version === undefined) throw new StatusError(plainError('no supported conversion review versions'));
  const apiVersion = `apiextensions.k8s.io/${version}`;
  const request = { uid, desiredAPIVersion: target.apiVersion, objects };
  const answer = await post(
    clientConfig,
    { kind: 'ConversionReview', apiVersion, request },
    { timeout, sendsTimeout: true },
  ).catch((error: unknown) => {
    if (error instanceof WebhookCallError) return fail(`failed: ${error.message}`);
    throw error;
  });
  const converted = readResponse(answer, uid, version === 'v1', (problem) => fail(`failed: ${problem}`));
  if (converted.length !== objects.length) {
    return fail(`returned ${converted.length} objects, expected ${objects.length}`);
  }
  return objects.map((original, i) => checked(original, converted[i], target, fail));
}

type Fail = (problem: string) => never;

function readResponse(
  { apiVersion, kind, response }: JsonObject,
  uid: string,
  isStrict: boolean,
  fail: Fail,
): unknown[] {
  if (isStrict && (apiVersion !== 'apiextensions.k8s.io/v1' || kind !== 'ConversionReview')) {
    const got = `${String(apiVersion ?? '')}, Kind=${String(kind ?? '')}`;
    return fail(`expected webhook response of apiextensions.k8s.io/v1, Kind=ConversionReview, got ${got}`);
  }
  if (!isObject(response)) return fail('no response provided');
  if (isStrict && response['uid'] !== uid) {
    return fail(`expected response.uid=${goQuote(uid)}, got ${goQuote(String(response['uid'] ?? ''))}`);
  }
  const { status = '', message = '' } = isObject(response['result']) ? response['result'] : {};
  if (status !== 'Success') {
    return fail(
      message === '' ? `response.result.status was '${String(status)}', not 'Success'` : String(message),
    );
  }
  const { convertedObjects } = response;
  return Array.isArray(convertedObjects) ? convertedObjects : [];
}

function checked(
  original: StoredObject,
  converted: unknown,
  { apiVersion, kind }: Target,
  fail: Fail,
): StoredObject {
  if (!isObject(converted)) return fail('returned invalid object: it is none');
  const at = 'returned invalid object at index 0';
  if (converted['apiVersion'] !== apiVersion) {
    const got = String(converted['apiVersion'] ?? '');
    return fail(`${at}: invalid groupVersion (expected ${apiVersion}, received ${got})`);
  }
  if (converted['kind'] !== kind) {
    return fail(`${at}: invalid kind (expected ${kind}, received ${String(converted['kind'] ?? '')})`);
  }
  return withMetadataOf(original, converted, fail);
}
