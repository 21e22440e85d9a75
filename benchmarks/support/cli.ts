import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

export const repository: string = fileURLToPath(new URL('../../', import.meta.url));

/** The CLI as users run it: bundled. */
export const cli: string = fileURLToPath(new URL('../../bin/opgen.js', import.meta.url));

/** Builds the packages and bundles the CLI from the current sources. */
export async function buildCli(): Promise<void> {
  await execa('npm', ['run', 'build'], { cwd: repository });
}
