export { type ClientConfig } from './webhooks/client-config.ts';
export { validateWebhookConfiguration } from './webhooks/configurations.ts';
export { mostConditions, validateWebhook } from './webhooks/validate-webhook.ts';
