import { findBinary } from './binaries.ts';
import { apiServerPrograms, type Program } from './programs.ts';

/**
 * Whether tests against a real API server can run without a build of several minutes. If not, prints one line with
 * the reason and the fix. In CI it throws instead, so that no check is skipped unnoticed.
 */
export async function realServerAvailable(
  needed: readonly Program[] = apiServerPrograms,
  env: NodeJS.ProcessEnv = process.env,
): Promise<boolean> {
  const reason = await whyUnavailable(needed, env);
  if (!reason) return true;
  if (env['CI']) throw new Error(reason);
  if (env[printedVariable] !== reason) console.warn(reason);
  env[printedVariable] = reason;
  return false;
}

/** Holds the reason that was printed. Child processes inherit it, so a run of many test files prints it once. */
const printedVariable = 'OPGEN_REAL_SERVER_SKIPPED';

async function whyUnavailable(
  needed: readonly Program[],
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const skipped = 'Tests against a real kube-apiserver are skipped:';
  if (process.platform === 'win32') return `${skipped} it does not run on Windows.`;
  for (const program of needed) {
    if (await findBinary(program, env)) continue;
    return `${skipped} ${program} is not built. \`npm run real-server\` builds it (needs Go), or set KUBEBUILDER_ASSETS.`;
  }
  return undefined;
}
