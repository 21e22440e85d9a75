import type { OperationType, Webhook } from '@opgen/rules/webhooks';
import type { Store } from '../storage/store.ts';

/** What a write does to an object; a CONNECT connects to it. */
export type Operation = Exclude<OperationType, '*'>;

type Defaulted = 'failurePolicy' | 'matchPolicy' | 'namespaceSelector' | 'objectSelector' | 'timeoutSeconds';

/** A webhook of a stored configuration, with defaults. */
export type StoredWebhook = Webhook &
  Required<Pick<Webhook, Defaulted>> & {
    /** Identifies the webhook among those of all configurations. */
    readonly key: string;
    /** The name of its configuration. */
    readonly configuration: string;
  };

export const configurationGroup = 'admissionregistration.k8s.io';
export const mutatingTable = `${configurationGroup}/mutatingwebhookconfigurations`;
export const validatingTable = `${configurationGroup}/validatingwebhookconfigurations`;

/** The webhooks of a kind in the order of their calls: by the name of their configuration, then by position. */
export function webhooksOf(
  store: Store,
  table: typeof mutatingTable | typeof validatingTable,
): StoredWebhook[] {
  return store.list(table).flatMap(({ metadata, webhooks = [] }) =>
    (webhooks as Omit<StoredWebhook, 'key' | 'configuration'>[]).map((webhook) => ({
      ...webhook,
      key: `${metadata.name}/${webhook.name}`,
      configuration: metadata.name,
    })),
  );
}
