import { UserError } from '../../diagnostics.ts';
import type { KubeContext } from '../../dev/context/context-target.ts';
import { unreachableCluster } from '../diagnostics.ts';
import type { Kubectl } from '../kubectl/kubectl.ts';

/** Reads a context with kubectl, which merges kubeconfigs and resolves their paths, and reaches its cluster. */
export async function readContext(kubectl: Kubectl, name: string): Promise<KubeContext> {
  const read = async (what: string, args: readonly string[], hint: string): Promise<string> => {
    const result = await kubectl([...args, '--output=json']);
    if (result.ok) return result.stdout;
    throw new UserError(unreachableCluster({ message: `cannot ${what} ${name}: ${result.reason}`, hint }));
  };
  const kubeconfig = await read(
    'read context',
    ['config', 'view', '--raw', '--minify', '--flatten'],
    'list the contexts: kubectl config get-contexts',
  );
  const version = await read(
    'reach the cluster of context',
    ['version'],
    'check that kubectl reaches it: kubectl version',
  );
  const { clusters } = JSON.parse(kubeconfig) as { clusters: { cluster: { server: string } }[] };
  const { serverVersion } = JSON.parse(version) as { serverVersion: { gitVersion: string } };
  return {
    name,
    kubeconfig,
    server: clusters[0]?.cluster.server ?? '',
    version: serverVersion.gitVersion,
  };
}
