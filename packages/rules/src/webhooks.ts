export { validateWebhookConfiguration } from './webhooks/configurations.ts';
export { mostConditions, validateWebhook } from './webhooks/validate-webhook.ts';
export {
  type MatchCondition,
  type OperationType,
  type RuleWithOperations,
  type ServiceReference,
  type Webhook,
  type WebhookClientConfig,
  type WebhookConfiguration,
} from './webhooks/webhook-configuration.ts';
