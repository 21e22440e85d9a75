import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { builtGoProgram, goModuleFolder } from '../../benchmarks/support/go-programs.ts';
import { readFolder, temporaryFolder, writeFolder } from './folder.ts';

const program = await builtGoProgram('controller-gen');

/** Whether controller-gen is built. In CI it must be, so that no comparison is skipped unnoticed. */
export function controllerGenAvailable(): boolean {
  if (program !== undefined) return true;
  const reason = 'Comparisons with controller-gen are skipped: `npm run peers` builds it (needs Go).';
  if (process.env['CI']) throw new Error(reason);
  console.warn(reason);
  return false;
}

/** The files that controller-gen writes for one Go file, by name. */
export async function runControllerGen(
  source: string,
  generators: readonly string[],
): Promise<Record<string, string>> {
  const root = temporaryFolder();
  writeFolder(root, { 'main.go': source });
  for (const file of ['go.mod', 'go.sum']) copyFileSync(join(goModuleFolder, file), join(root, file));
  await execa(String(program), [...generators, 'paths=.', 'output:dir=out'], { cwd: root });
  return readFolder(join(root, 'out'));
}
