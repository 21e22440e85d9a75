import { fileURLToPath } from 'node:url';
import { findGoProgram, findOrBuildGoProgram, type GoProgram } from '../support/go-program.ts';

const folder = fileURLToPath(new URL('go', import.meta.url));

const suite: GoProgram = {
  module: { name: 'kubernetes-e2e', folder, keyFiles: ['go.mod', 'go.sum'] },
  name: 'e2e.test',
  command: ['test', '-c', 'k8s.io/kubernetes/test/e2e'],
  versionFrom: folder,
};

/** The path of the compiled suite in the cache; undefined if it is not built. */
export function findSuite(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  return findGoProgram(suite, env);
}

/** The path of the compiled suite. The first build takes five minutes on two cores. */
export function findOrBuildSuite(env: NodeJS.ProcessEnv): Promise<string> {
  return findOrBuildGoProgram(suite, env);
}
