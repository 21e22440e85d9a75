import type { ResourceQuota } from '@opgen/runtime/kinds/core/v1';
import { charged } from '../../quota/charge.ts';
import { evaluatorOf } from '../../quota/evaluators.ts';
import { writeQuotaStatus } from '../../quota/write-status.ts';
import { isWriteOf } from '../attributes.ts';
import type { ValidatingPlugin } from '../plugin.ts';

/** Counts what a write uses against the quotas of its namespace, and rejects it if one of them is exceeded. */
export const chargeQuotas: ValidatingPlugin = (core, attributes) => {
  const { operation, resource, namespace, dryRun } = attributes;
  if (
    namespace === '' ||
    operation === 'DELETE' ||
    operation === 'CONNECT' ||
    isWriteOf(attributes, '/namespaces')
  )
    return;
  const evaluator = evaluatorOf(resource);
  if (evaluator?.isCharged(attributes) !== true) return;
  const quotas = core.store.list('/resourcequotas', namespace) as unknown as ResourceQuota[];
  const changed = charged(quotas, attributes, evaluator, core.now());
  if (!dryRun) for (const quota of changed) writeQuotaStatus(core, quota, 'kube-apiserver');
};
