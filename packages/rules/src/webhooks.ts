export { type MatchCondition } from './admission/match-condition.ts';
export { validateWebhookConfiguration } from './webhooks/configurations.ts';
export { mostConditions } from './admission/validate-match-conditions.ts';
export { validateWebhook } from './webhooks/validate-webhook.ts';
export {
  type OperationType,
  type RuleWithOperations,
  type ServiceReference,
  type Webhook,
  type WebhookClientConfig,
  type WebhookConfiguration,
} from './webhooks/webhook-configuration.ts';
