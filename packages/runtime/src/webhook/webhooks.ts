import type { ServedWebhooks } from '../certificates/certificate-provider.ts';
import type { Certificates } from '../certificates/certificates.ts';
import type { Clock } from '../clock.ts';
import type { BindAddress } from '../http/bind-address.ts';
import type { Logger } from '../logging/logger.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject } from '../objects/object.ts';
import type { AdmissionObject } from './admission-review.ts';
import { Admission } from './admission.ts';
import { ConversionBuilder } from './conversion-builder.ts';
import { conversionHandler, conversionPath } from './conversion.ts';
import { Conversions } from './conversions.ts';
import type { MutatingHandler } from './mutating-handler.ts';
import { Routes } from './routes.ts';
import type { ValidatingHandler } from './validating-handler.ts';
import { WebhookBuilder } from './webhook-builder.ts';
import { WebhookMetrics } from './webhook-metrics.ts';
import { WebhookServer } from './webhook-server.ts';

export interface WebhooksParts {
  /** Undefined if webhooks are not served. */
  address: BindAddress | undefined;
  certificates: Certificates;
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  drainDelay: number;
  /** Called with the server when the first webhook or conversion is registered. */
  serve: (server: WebhookServer) => void;
}

/** The admission webhooks and conversions of a manager. */
export class Webhooks {
  readonly #parts: WebhooksParts;
  readonly #log: Logger;
  readonly #routes = new Routes();
  readonly #conversions = new Conversions();
  readonly #metrics: WebhookMetrics;
  readonly #admission: Admission;
  #used = false;
  #server: WebhookServer | undefined;

  constructor(parts: WebhooksParts) {
    this.#parts = parts;
    this.#log = parts.log.child({ logger: 'webhook' });
    this.#metrics = new WebhookMetrics(parts.metrics, parts.clock);
    this.#admission = new Admission(this.#log, this.#metrics);
  }

  get server(): WebhookServer | undefined {
    return this.#server;
  }

  /** The webhooks that the API server will call; none without a server. */
  get served(): ServedWebhooks {
    if (this.#server === undefined) return { defaulting: false, validation: false, conversions: [] };
    return {
      defaulting: this.#routes.serves('defaulting'),
      validation: this.#routes.serves('validation'),
      conversions: this.#conversions.hubs,
    };
  }

  webhook<T extends KubernetesObject>(kind: Kind<T>): WebhookBuilder<T> {
    this.#use();
    return new WebhookBuilder(kind, this.#routes, this.#admission);
  }

  validating<T extends AdmissionObject>(path: string, handler: ValidatingHandler<T>): void {
    this.#use();
    const handle = this.#admission.handler<T>(path, async (context) => {
      await handler.handle(context.request, context);
      return {};
    });
    this.#routes.add(path, { purpose: 'validation', owner: 'the validating webhook', handle });
  }

  mutating<T extends AdmissionObject>(path: string, handler: MutatingHandler<T>): void {
    this.#use();
    const handle = this.#admission.handler<T>(path, async (context) => {
      const patch: unknown = await handler.handle(context.request, context);
      if (Array.isArray(patch)) return { patch };
      throw new TypeError('a mutating webhook must return a JSON patch: return [] if nothing changes');
    });
    this.#routes.add(path, { purpose: 'defaulting', owner: 'the mutating webhook', handle });
  }

  conversion<Hub extends KubernetesObject>(hub: Kind<Hub>): ConversionBuilder<Hub> {
    this.#use();
    if (this.#routes.find(conversionPath) === undefined) {
      const handle = conversionHandler(this.#conversions, this.#log);
      this.#routes.add(conversionPath, { purpose: 'conversion', owner: 'the conversions', handle });
    }
    this.#conversions.open(hub);
    return new ConversionBuilder(hub, this.#conversions);
  }

  #use(): void {
    if (this.#used) return;
    this.#used = true;
    const { address, certificates, clock, drainDelay, serve } = this.#parts;
    if (address === undefined) {
      this.#log.info('webhooks are registered but not served: webhooks.bindAddress is 0');
      return;
    }
    this.#server = new WebhookServer({
      address,
      certificates,
      routes: this.#routes,
      clock,
      log: this.#log,
      metrics: this.#metrics,
      drainDelay,
    });
    serve(this.#server);
  }
}
