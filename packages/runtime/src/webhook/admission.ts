import { withSignal } from '../client/ambient-signal.ts';
import type { JsonPatchOperation } from '../client/patch.ts';
import type { Logger } from '../logging/logger.ts';
import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject } from '../objects/object.ts';
import type { AdmissionContext } from './admission-context.ts';
import {
  type AdmissionObject,
  type AdmissionRequest,
  type AdmissionResponse,
  admissionApiVersion,
} from './admission-review.ts';
import { Denied } from './denied.ts';
import { refusal } from './refusal.ts';
import { readReview } from './review.ts';
import { type ReviewHandler, InvalidReviewError } from './routes.ts';
import type { WebhookMetrics } from './webhook-metrics.ts';

/** The result for an allowed request. */
export interface AdmissionResult {
  patch?: readonly JsonPatchOperation[];
}

/** Handles one request, whose objects have the type that the rules of the webhook configuration imply. */
type RequestHandler<T extends AdmissionObject> = (context: AdmissionContext<T>) => Promise<AdmissionResult>;

type ObjectHandler<T extends KubernetesObject> = (
  object: T,
  context: AdmissionContext<T>,
) => Promise<AdmissionResult>;

/** Decodes admission reviews for a handler and encodes its results. */
export class Admission {
  readonly #log: Logger;
  readonly #metrics: WebhookMetrics;

  constructor(log: Logger, metrics: WebhookMetrics) {
    this.#log = log;
    this.#metrics = metrics;
  }

  /** For requests whose objects are of one kind. `webhook`: its path, for the log. */
  handlerOf<T extends KubernetesObject>(
    webhook: string,
    kind: Kind<T>,
    handle: ObjectHandler<T>,
  ): ReviewHandler {
    return this.handler<T>(webhook, (context) => {
      const object = context.request.object ?? context.old;
      if (object === undefined) throw new InvalidReviewError('the AdmissionReview has no object');
      checkKind(object, kind, webhook);
      return handle(object, context);
    });
  }

  /** For any requests. `webhook`: its path, for the log. */
  handler<T extends AdmissionObject>(webhook: string, handle: RequestHandler<T>): ReviewHandler {
    return async (body, signal) => {
      const request = readReview<AdmissionRequest<T>>(body, 'AdmissionReview', admissionApiVersion);
      const log = this.#log.child({ webhook, uid: request.uid, ...description(request) });
      const warnings: string[] = [];
      const annotations: Record<string, string> = {};
      const context = contextOf(request, {
        log,
        signal,
        warn: (text) => warnings.push(text),
        audit: (key, value) => (annotations[key] = value),
      });
      const response = await withSignal(signal, () => this.#decide(handle, context));
      if (warnings.length > 0) response.warnings = warnings;
      if (Object.keys(annotations).length > 0) response.auditAnnotations = annotations;
      return { apiVersion: admissionApiVersion, kind: 'AdmissionReview', response };
    };
  }

  async #decide<T extends AdmissionObject>(
    handle: RequestHandler<T>,
    context: AdmissionContext<T>,
  ): Promise<AdmissionResponse> {
    const { uid } = context.request;
    try {
      const { patch = [] } = await handle(context);
      return { uid, allowed: true, ...(patch.length > 0 && encoded(patch)) };
    } catch (error) {
      if (error instanceof InvalidReviewError) throw error;
      if (!(error instanceof Denied)) this.#metrics.failed();
      return { uid, allowed: false, status: refusal(error, context) };
    }
  }
}

/** Objects of another version, and subresources, do not have the type that the handler expects. */
function checkKind({ apiVersion, kind: name }: KubernetesObject, kind: Kind, webhook: string): void {
  if (apiVersion === kind.apiVersion && name === kind.kind) return;
  throw new InvalidReviewError(
    `${webhook} handles ${kind.kind} (${kind.apiVersion}) but received ${name} (${apiVersion}): ` +
      'fix the rules of the webhook configuration',
  );
}

function encoded(patch: readonly JsonPatchOperation[]): Pick<AdmissionResponse, 'patch' | 'patchType'> {
  return { patch: Buffer.from(JSON.stringify(patch)).toString('base64'), patchType: 'JSONPatch' };
}

function contextOf<T extends AdmissionObject>(
  request: AdmissionRequest<T>,
  given: Pick<AdmissionContext<T>, 'log' | 'signal' | 'warn' | 'audit'>,
): AdmissionContext<T> {
  const { operation, userInfo: user, dryRun = false, oldObject, subResource = '' } = request;
  return {
    ...given,
    operation,
    user,
    dryRun,
    old: oldObject ?? undefined,
    subresource: subResource === '' ? undefined : subResource,
    request,
  };
}

function description({
  kind,
  namespace,
  name,
  operation,
  subResource,
}: AdmissionRequest<AdmissionObject>): Record<string, string> {
  const object = [namespace, name].filter((part) => part !== undefined && part !== '').join('/');
  return { operation, kind: kind.kind, object, ...(subResource && { subresource: subResource }) };
}
