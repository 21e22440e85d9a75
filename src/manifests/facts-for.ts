import { UserError } from '../diagnostics.ts';
import type { Disk } from '../disk/disk.ts';
import { type Facts, loadFacts } from '../kubernetes/facts.ts';
import { docsOfClientNode } from '../kubernetes/type-docs.ts';
import type { ManifestOptions } from './generate.ts';

/** What is known of the types of Kubernetes, for those who use one. */
export async function factsFor(
  { kubernetesDocs = false, kubernetesVersion, root }: ManifestOptions,
  disk: Disk,
): Promise<Facts> {
  const facts = await loadFacts(kubernetesVersion);
  if (!kubernetesDocs) return facts;
  const docsOf = docsOfClientNode(root, disk);
  if (docsOf !== undefined) return { ...facts, docsOf };
  throw new UserError({
    code: 'OPG2603',
    severity: 'error',
    message: 'the project has no @kubernetes/client-node, whose descriptions --kubernetes-docs takes',
    hint: 'npm install --save-dev @kubernetes/client-node, or leave the option out',
  });
}
