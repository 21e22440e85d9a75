import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CustomResourceDefinition } from '@opgen/rules/definitions';
import { UserError } from '../../diagnostics.ts';
import { manifestFiles } from '../../disk/manifest-files.ts';
import { readGivenFile } from '../../disk/read-given-file.ts';
import { notACrd } from '../../import/diagnostics.ts';
import { definitionsIn, readDefinitions } from '../../import/read-definitions.ts';
import type { ActionContext } from '../action-context.ts';
import { unreachableCluster } from '../diagnostics.ts';
import { kubectlIn } from '../kubectl/kubectl.ts';

/** CRDs, and how to name their origin in messages. */
export interface CrdSource {
  name: string;
  definitions: CustomResourceDefinition[];
}

/** The prefix of a cluster: `cluster:` is the current context of the kubeconfig, `cluster:<context>` another one. */
const clusterPrefix = 'cluster:';

/** Whether the text names CRDs rather than a commit. */
export function isSource({ cwd }: ActionContext, given: string): boolean {
  return (
    given === '-' ||
    given.startsWith(clusterPrefix) ||
    statSync(resolve(cwd, given), { throwIfNoEntry: false }) !== undefined
  );
}

/** The CRDs of a file, of all YAML and JSON files in a folder, of standard input (`-`) or of a cluster. */
export async function readSource(context: ActionContext, given: string): Promise<CrdSource> {
  const { cwd, input } = context;
  if (given === '-') {
    const name = 'standard input';
    return { name, definitions: readDefinitions((await input?.()) ?? '', name) };
  }
  if (given.startsWith(clusterPrefix)) return readCluster(context, given.slice(clusterPrefix.length));
  if (statSync(resolve(cwd, given), { throwIfNoEntry: false })?.isDirectory() === true)
    return { name: given, definitions: manifestFiles(cwd, given).flatMap((file) => readFile(cwd, file)) };
  return { name: given, definitions: readFile(cwd, given) };
}

function readFile(cwd: string, file: string): CustomResourceDefinition[] {
  const hint = 'pass a file or folder with CRDs, - for standard input, or cluster: for the current cluster';
  const text = readGivenFile(cwd, file, (reason) => new UserError(notACrd({ message: reason, hint })));
  return readDefinitions(text, file);
}

async function readCluster(context: ActionContext, kubeContext: string): Promise<CrdSource> {
  const kubectl = kubectlIn(context.cwd, context, { context: kubeContext === '' ? undefined : kubeContext });
  const result = await context.progress.step('read the CRDs of the cluster', () =>
    kubectl(['get', 'customresourcedefinitions', '--output=json']),
  );
  const name = kubeContext === '' ? 'the cluster' : `the cluster of context ${kubeContext}`;
  if (!result.ok) {
    throw new UserError(
      unreachableCluster({
        message: `cannot read the CRDs of ${name}${result.reason === '' ? '' : `: ${result.reason}`}`,
        hint: 'install kubectl, and check that kubectl get crd works with this context',
      }),
    );
  }
  return { name, definitions: definitionsIn(JSON.parse(result.stdout), name) };
}
