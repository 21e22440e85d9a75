import { UserError } from '../diagnostics.ts';
import type { Disk } from '../disk/disk.ts';
import { type Facts, loadFacts } from '../kubernetes/facts.ts';
import type { Minor } from '@opgen/rules/builtin';
import { docsOfClientNode } from '../kubernetes/type-docs.ts';
import { missingTypeDocs } from './diagnostics.ts';

/** Which built-in types a project uses. */
export interface FactsOptions {
  /** The folder of the project. */
  root: string;
  /** The Kubernetes minor version of the built-in types; the newest by default. */
  kubernetesVersion?: Minor | undefined;
  /** Take the descriptions of built-in types from the `@kubernetes/client-node` of the project. */
  kubernetesDocs?: boolean | undefined;
}

/** Loads the schemas of the built-in types, and their descriptions on request. */
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
      message: '--kubernetes-docs needs the package @kubernetes/client-node, which is not installed',
      hint: 'run npm install --save-dev @kubernetes/client-node, or omit the flag',
    }),
  );
}
