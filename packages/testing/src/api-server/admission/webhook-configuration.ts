import type { LabelSelector } from '@opgen/rules/selectors';
import type { MatchCondition } from '@opgen/rules/match-conditions';
import type { ClientConfig } from '@opgen/rules/webhooks';
import type { Store } from '../storage/store.ts';

export type Operation = 'CREATE' | 'UPDATE' | 'DELETE';

export interface Rule {
  readonly operations: readonly string[];
  readonly apiGroups: readonly string[];
  readonly apiVersions: readonly string[];
  readonly resources: readonly string[];
  readonly scope: string;
}

/** A webhook of a stored configuration, with defaults. */
export interface Webhook {
  readonly name: string;
  readonly clientConfig: ClientConfig;
  readonly rules?: readonly Rule[];
  readonly failurePolicy: 'Fail' | 'Ignore';
  readonly matchPolicy: 'Exact' | 'Equivalent';
  readonly namespaceSelector: LabelSelector;
  readonly objectSelector: LabelSelector;
  readonly matchConditions?: readonly MatchCondition[];
  readonly sideEffects: string;
  readonly timeoutSeconds: number;
  readonly admissionReviewVersions: readonly string[];
  /** Only for mutating webhooks. */
  readonly reinvocationPolicy?: 'Never' | 'IfNeeded';
}

export const configurationGroup = 'admissionregistration.k8s.io';
export const mutatingTable = `${configurationGroup}/mutatingwebhookconfigurations`;
export const validatingTable = `${configurationGroup}/validatingwebhookconfigurations`;

/** The webhooks of a kind in the order of their calls: by the name of their configuration, then by position. */
export function webhooksOf(store: Store, table: typeof mutatingTable | typeof validatingTable): Webhook[] {
  return store.list(table).flatMap(({ webhooks }) => (webhooks ?? []) as Webhook[]);
}
