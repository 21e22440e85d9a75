import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { type CliRun, runCli } from './run-cli.ts';

/**
 * Runs the commands of an example in a folder: `opgen` in this process, all others in a shell. Stops at the first
 * command that fails, and returns what the last one printed.
 */
export async function runScript(folder: string, script: string): Promise<CliRun> {
  let cwd = folder;
  let run: CliRun = { exitCode: 0, stdout: '', stderr: '' };
  for (const command of script.split(/ && |\n/)) {
    const [opgen, args = ''] = /^opgen(?: (.*))?$/.exec(command) ?? [];
    if (opgen !== undefined) {
      run = await runCli(cwd, words(args));
      if (run.exitCode !== 0) return run;
    } else if (command.startsWith('cd ')) {
      cwd = join(cwd, command.slice('cd '.length));
    } else {
      execFileSync('sh', ['-c', command], { cwd, stdio: 'pipe' });
    }
  }
  return run;
}

/** The words of a command line, without quotes. Drops input from /dev/null, which is the default in tests. */
function words(line: string): string[] {
  const found = line.replace('< /dev/null', '').match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? [];
  return found.map((word) => word.replaceAll(/'([^']*)'|"([^"]*)"/g, '$1$2'));
}
