import { ApiError, ConnectionError, ForbiddenError } from '@opgen/runtime';
import { kubeConfigTransport, type Transport } from '@opgen/runtime/transport';
import { UserError } from '../diagnostics.ts';
import { unreachable } from './diagnostics.ts';

/** Connects to the cluster of a context, runs something, and closes the connection. */
export async function withLiveCluster<T>(
  context: string,
  env: NodeJS.ProcessEnv,
  run: (transport: Transport) => Promise<T>,
): Promise<T> {
  const transport = await kubeConfigTransport({ context }, env).catch((error: unknown) => {
    throw new UserError(
      unreachable({
        message: `cannot use the context ${context}: ${(error as Error).message}`,
        hint: 'list the contexts with kubectl config get-contexts',
      }),
    );
  });
  try {
    return await run(transport);
  } catch (error) {
    const isOfCluster = error instanceof ConnectionError || error instanceof ApiError;
    if (!isOfCluster) throw error;
    throw new UserError(
      unreachable({
        message: `cannot read the cluster of the context ${context}: ${error.message}`,
        hint:
          error instanceof ForbiddenError
            ? 'use a context whose user may read what config/rbac names, CRDs and roles'
            : `check that kubectl --context ${context} version works`,
      }),
    );
  } finally {
    await transport.close();
  }
}
