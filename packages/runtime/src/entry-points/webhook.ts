// Webhook server: registration, options and requests of admission and conversion webhooks.
export type { AdmissionObject, AdmissionOperation, AdmissionRequest } from '../webhook/admission-review.ts';
export type { ConversionBuilder } from '../webhook/conversion-builder.ts';
export type { WebhookBuilder, WebhookOptions } from '../webhook/webhook-builder.ts';
export type { WebhookEndpoint } from '../webhook/webhook-server.ts';
export type { WebhookServerOptions } from '../webhook/webhook-server-options.ts';
