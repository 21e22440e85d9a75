export { type ClientConfig } from './webhooks/client-config.ts';
export { judge, type MatchCondition, problemsOfCondition } from './webhooks/match-conditions.ts';
export { validateWebhookConfiguration } from './webhooks/configurations.ts';
export { mostConditions, validateWebhook } from './webhooks/validate-webhook.ts';
