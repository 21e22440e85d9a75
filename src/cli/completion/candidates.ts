import type { Argument, Command, Option } from 'commander';
import type { ProjectResource } from '../../project/project-resource.ts';
import { collect } from '../arguments/common-options.ts';
import { flagOf, type Line, readLine } from './line.ts';
import { valuesIn } from './project-values.ts';

export interface Candidate {
  value: string;
  description?: string;
}

/** What the shell completes itself. */
export type Handover = 'files' | 'folders';

export interface Completion {
  candidates: readonly Candidate[];
  handover?: Handover | undefined;
}

/** Values that are loaded only for the lines that need them. */
export interface Sources {
  resources: () => Promise<readonly ProjectResource[]>;
  codes: () => Promise<readonly Candidate[]>;
  markers: () => Promise<readonly Candidate[]>;
}

/** The candidates for a command line. The last of the words after `opgen` is the one to complete. */
export async function complete(
  program: Command,
  words: readonly string[],
  sources: Sources,
): Promise<Completion> {
  const line = readLine(program, words);
  const { candidates, handover } = await allFor(line, sources);
  return {
    candidates: candidates
      .filter(({ value }) => value.startsWith(line.current))
      .map((candidate) => ({ ...candidate, value: line.before + candidate.value })),
    handover,
  };
}

async function allFor(line: Line, sources: Sources): Promise<Completion> {
  const { command, current, operands, option } = line;
  if (option !== undefined) return valuesOf(option, line, sources);
  if (current.startsWith('-')) return { candidates: optionsOf(line) };
  if (command.commands.length > 0) return { candidates: commandsOf(command) };
  if (command.name() === 'help') return { candidates: commandsOf(command.parent ?? command) };
  const argument = command.registeredArguments[operands.length];
  if (argument === undefined) return { candidates: optionsOf(line) };
  if (command.name() === 'markers') return { candidates: await sources.markers() };
  if (command.name() === 'explain' && command.parent?.name() !== 'crd')
    return { candidates: await sources.codes() };
  if (command.name() === 'explain') {
    const kinds = (await sources.resources()).map(({ kind }) => kind.toLowerCase());
    return { candidates: [...new Set(kinds)].map((value) => ({ value })) };
  }
  return valuesOf(argument, line, sources);
}

function commandsOf(command: Command): Candidate[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .filter((below) => command.parent === null || below.name() !== 'help')
    .map((below) => ({ value: below.name(), description: below.description() }));
}

/** Options that are not given yet, or may be repeated. */
function optionsOf({ command, given }: Line): Candidate[] {
  return command
    .createHelp()
    .visibleOptions(command)
    .filter((option) => option.parseArg === collect || given[flagOf(option)] === undefined)
    .map((option) => ({ value: flagOf(option), description: option.description }));
}

async function valuesOf(asked: Option | Argument, line: Line, sources: Sources): Promise<Completion> {
  const choices = asked.argChoices?.map((value) => ({ value }));
  if (choices !== undefined) return { candidates: choices };
  const placeholder = 'flags' in asked ? (/[<[](\w+)/.exec(asked.flags)?.[1] ?? '') : asked.name();
  if (placeholder === 'file') return { candidates: [], handover: 'files' };
  if (placeholder === 'folder' || placeholder === 'dir') return { candidates: [], handover: 'folders' };
  if (placeholder === 'boolean') return { candidates: [{ value: 'true' }, { value: 'false' }] };
  if (!('flags' in asked)) return { candidates: [] };
  const values = valuesIn(await sources.resources(), flagOf(asked), line.given);
  return { candidates: values.map((value) => ({ value })) };
}
