import { Argument, Command } from 'commander';
import { withCommonOptions } from '../arguments/common-options.ts';
import type { Candidate, Completion } from '../completion/candidates.ts';
import { type Shell, scripts, shells } from '../completion/scripts.ts';
import type { RunAction } from '../run-action.ts';

export function completionCommand(run: RunAction): Command {
  const command = new Command('completion')
    .description('Print a shell completion script')
    .addArgument(new Argument('<shell>', 'the shell').choices([...shells]))
    .addHelpText('after', '\nExample:\n  source <(opgen completion bash)');
  return withCommonOptions(command).action((shell: Shell) =>
    run(async () => ({ data: { shell, script: scripts[shell] }, text: scripts[shell] })),
  );
}

/** Called by the completion scripts: prints the candidates for a command line, and no errors. */
export function completeCommand(run: RunAction): Command {
  return new Command('__complete').argument('[words...]').action((words: string[], _, command: Command) =>
    run(async ({ cwd }) => {
      const { complete } = await import('../completion/candidates.ts');
      const program = command.parent ?? command;
      const completion = await complete(program, words.length === 0 ? [''] : words, {
        resources: () => resourcesOf(cwd),
        codes: explainedCodes,
        markers: describedMarkers,
      });
      return { data: completion, text: inLines(completion) };
    }),
  );
}

async function resourcesOf(cwd: string) {
  const { findProjectRoot } = await import('../../project/find-project.ts');
  const { readProject } = await import('../../project/project-file.ts');
  try {
    return readProject(findProjectRoot(cwd)).resources;
  } catch {
    return [];
  }
}

async function explainedCodes(): Promise<Candidate[]> {
  const { allDiagnostics } = await import('../all-diagnostics.ts');
  return allDiagnostics.map(({ code, title }) => ({ value: code, description: title }));
}

async function describedMarkers(): Promise<Candidate[]> {
  const { allMarkers } = await import('../../markers/registry.ts');
  return allMarkers.map(({ name }) => ({ value: name }));
}

function inLines({ candidates, handover }: Completion): string {
  const lines = candidates.map(({ description, value }) =>
    description === undefined || description === '' ? value : `${value}\t${description}`,
  );
  return [...lines, ...(handover === undefined ? [] : [`:${handover}`])].join('\n');
}
