import { Argument, Command } from 'commander';
import { withCommonOptions } from '../common-options.ts';
import type { Candidate, Completion } from '../completion/candidates.ts';
import { type Shell, scripts, shells } from '../completion/scripts.ts';
import type { Deliver } from '../deliver.ts';
import type { Session } from '../session.ts';

export function completionCommand(deliver: Deliver): Command {
  const command = new Command('completion')
    .description('Print what has a shell complete commands, options, and the kinds of the project')
    .addArgument(new Argument('<shell>', 'the shell that reads it').choices([...shells]))
    .addHelpText('after', '\nExample:\n  source <(opgen completion bash)');
  return withCommonOptions(command).action((shell: Shell) =>
    deliver(async () => ({ data: { shell, script: scripts[shell] }, text: scripts[shell] })),
  );
}

/** What the scripts call: prints how a line may go on. It is never in the way, so nothing that is wrong is said. */
export function completeCommand(session: Session, deliver: Deliver): Command {
  return new Command('__complete').argument('[words...]').action((words: string[], _, command: Command) =>
    deliver(async () => {
      const { complete } = await import('../completion/candidates.ts');
      const program = command.parent ?? command;
      const completion = await complete(program, words.length === 0 ? [''] : words, {
        resources: () => resourcesOf(session),
        codes: explainedCodes,
        markers: describedMarkers,
      });
      return { data: completion, text: inLines(completion) };
    }),
  );
}

async function resourcesOf(session: Session) {
  const { findProjectRoot } = await import('../../project/find-project.ts');
  const { readProject } = await import('../../project/project-file.ts');
  try {
    return readProject(findProjectRoot(session.cwd)).resources;
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
