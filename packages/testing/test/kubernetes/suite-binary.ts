import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildFolder } from '../../src/envtest/build-cache.ts';
import { withFileLock } from '../../src/file-lock.ts';
import { goBuild } from '../../src/envtest/go-build.ts';

const folder = fileURLToPath(new URL('go', import.meta.url));
const module = { name: 'kubernetes-e2e', folder, keyFiles: ['go.mod', 'go.sum'] };
const suite = 'k8s.io/kubernetes/test/e2e';

/** The path of the compiled suite in the cache; undefined if it is not built. */
export async function findSuite(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const cache = await buildFolder(env, module);
  if (cache === undefined) return undefined;
  const target = join(cache, 'e2e.test');
  return access(target, constants.X_OK).then(
    () => target,
    () => undefined,
  );
}

/** The path of the compiled suite. The first build takes five minutes on two cores. */
export async function findOrBuildSuite(env: NodeJS.ProcessEnv): Promise<string> {
  const cache = await buildFolder(env, module);
  if (cache === undefined)
    throw new Error('the Kubernetes e2e suite is not built, and `go` is not on the PATH');
  return withFileLock(join(cache, 'build.lock'), async () => {
    const found = await findSuite(env);
    if (found !== undefined) return found;
    const target = join(cache, 'e2e.test');
    await goBuild(['test', '-c', suite], { cwd: folder, versionFrom: folder, target, env });
    return target;
  });
}
