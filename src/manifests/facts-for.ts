import { UserError } from '../diagnostics.ts';
import type { Disk } from '../disk/disk.ts';
import { type Facts, loadFacts } from '../kubernetes/facts.ts';
import type { Minor } from '@opgen/rules/builtin';
import { docsOfClientNode } from '../kubernetes/type-docs.ts';
import { missingTypeDocs } from './diagnostics.ts';

/** Which Kubernetes a project is about. */
export interface FactsOptions {
  /** The folder of the project. */
  root: string;
  /** The minor whose types of Kubernetes are meant; the newest when absent. */
  kubernetesVersion?: Minor | undefined;
  /** Types of Kubernetes are described as the `@kubernetes/client-node` of the project describes them. */
  kubernetesDocs?: boolean | undefined;
}

/** What is known of the types of Kubernetes, for those who use one. */
export async function factsFor(
  { kubernetesDocs = false, kubernetesVersion, root }: FactsOptions,
  disk: Disk,
): Promise<Facts> {
  const facts = await loadFacts(kubernetesVersion);
  if (!kubernetesDocs) return facts;
  const docsOf = docsOfClientNode(root, disk);
  if (docsOf !== undefined) return { ...facts, docsOf };
  throw new UserError(
    missingTypeDocs({
      message: 'the project has no @kubernetes/client-node, whose descriptions --kubernetes-docs takes',
      hint: 'npm install --save-dev @kubernetes/client-node, or leave the option out',
    }),
  );
}
