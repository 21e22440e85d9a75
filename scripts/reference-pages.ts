/** The pages of docs/reference as the code says them. */
import { fileURLToPath } from 'node:url';
import type { Argument, Command, Option } from 'commander';
import { format, resolveConfig } from 'prettier';
import { diagnosticsByGroup } from '../src/cli/all-diagnostics.ts';
import { nameOf } from '../src/cli/command-of.ts';
import { createProgram } from '../src/cli/program.ts';
import { describedMarkers, type MarkerDescription, placements } from '../src/markers/describe-marker.ts';
import { apiPages } from './api-reference/pages.ts';

/** The pages by their names, formatted as everything here is. */
export async function referencePages(): Promise<Record<string, string>> {
  const pages = {
    'cli.md': commandsPage(),
    'diagnostics.md': diagnosticsPage(),
    'markers.md': markersPage(),
    ...apiPages(fileURLToPath(new URL('..', import.meta.url))),
  };
  const config = await resolveConfig(fileURLToPath(import.meta.url));
  const formatted = Object.entries(pages).map(async ([name, text]): Promise<[string, string]> => [
    name,
    await format(text, { ...config, parser: 'markdown' }),
  ]);
  return Object.fromEntries(await Promise.all(formatted));
}

const generated = '<!-- Written by scripts/generate-reference.ts from the code. -->';

function commandsPage(): string {
  const nobody = { write: () => {}, columns: 80 };
  const program = createProgram(
    { cwd: '/', env: {}, stdout: nobody, stderr: nobody, now: () => new Date(0) },
    { version: '', deliver: async () => {}, print: () => {} },
  );
  const intro = `Every prompt has a flag; opgen asks only on a terminal and never in CI. Results go to stdout, what it is doing and what
is wrong to stderr. All problems of a run are told at once, and all files of a command are written, or none.

| exit code | meaning                                                        |
| --------- | -------------------------------------------------------------- |
| 0         | done                                                           |
| 1         | the input is wrong: the arguments, the project, the machine    |
| 2         | opgen itself failed; the message has a link that fills in the report |
| 3         | a check found something                                        |
| 130       | interrupted                                                    |

\`--json\` prints one document \`{ ok, command, version, data, diagnostics, changed }\`, also on failure. \`NO_COLOR\` and
\`FORCE_COLOR\` are respected, in this order.`;
  const sections = leaves(program).map(commandSection);
  return page('Commands', [intro, ...sections]);
}

function leaves(command: Command): Command[] {
  const below = command.createHelp().visibleCommands(command);
  const own = below.filter((known) => known.name() !== 'help');
  return own.flatMap((known) => (known.commands.length > 0 ? leaves(known) : [known]));
}

function commandSection(command: Command): string {
  const help = command.createHelp();
  const values: [string, string][] = [
    ...command.registeredArguments.map((argument): [string, string] => [
      argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
      described(argument),
    ]),
    ...help.visibleOptions(command).map((option): [string, string] => [option.flags, described(option)]),
  ];
  const rows = values.map(([name, meaning]) => `| ${code(name)} | ${cell(meaning)} |`);
  return [
    `## opgen ${nameOf(command)}\n`,
    `${command.description()}.\n`,
    '```sh',
    `opgen ${nameOf(command)} ${command.usage()}`,
    '```\n',
    '| argument or option | meaning |\n| --- | --- |',
    ...rows,
  ].join('\n');
}

function described({ argChoices, defaultValue, description }: Argument | Option): string {
  const choices = argChoices === undefined ? '' : `: ${argChoices.join(', ')}`;
  const text = typeof defaultValue === 'string' ? ` (default: ${code(defaultValue)})` : '';
  return `${description}${choices}${text}`;
}

function diagnosticsPage(): string {
  const intro = `Each problem that opgen tells has a code that never changes its meaning. \`opgen explain <code>\` tells the same as
this page.`;
  const sections = diagnosticsByGroup().map(([heading, diagnostics]) => {
    const entries = diagnostics.map(({ code, example, explanation, title }) => {
      const { language = 'ts', right, wrong } = example;
      const given = example.language === 'sh' ? example.given : undefined;
      return [
        `### ${code}: ${title}`,
        explanation,
        ...(given === undefined ? [] : [fenced('Given', language, given)]),
        fenced('Wrong', language, wrong),
        fenced('Right', language, right),
      ].join('\n\n');
    });
    return [`## ${heading}`, ...entries].join('\n\n');
  });
  return page('Diagnostics', [intro, ...sections]);
}

function fenced(label: string, language: string, text: string): string {
  return `${label}:\n\n<!-- prettier-ignore -->\n\`\`\`${language}\n${text}\n\`\`\``;
}

function markersPage(): string {
  const intro = `Markers are comments above what they describe, one line each. Each may also be written with its kubebuilder prefix, as
\`// +kubebuilder:validation:Minimum=1\`, and inside a JSDoc comment. A marker that is unknown, misplaced or malformed is
an error. \`opgen markers <name>\` tells the same as this page.`;
  const sections = describedMarkers().map(({ markers, title }) => {
    const [first] = markers;
    if (first?.refused !== undefined) return [`## ${title}`, refusedTable(markers)];
    if (title.startsWith('Known')) return [`## ${title}`, inertTable(markers)];
    return [`## ${title}`, ...markers.map(markerSection)];
  });
  return page('Markers', [intro, ...sections.flat()]);
}

function refusedTable(markers: readonly MarkerDescription[]): string {
  const rows = markers.map(
    ({ name, refused }) =>
      `| ${code(`+${name}`)} | ${cell(refused?.message ?? '')} | ${cell(refused?.hint ?? '')} |`,
  );
  return `| marker | why | instead |\n| --- | --- | --- |\n${rows.join('\n')}`;
}

function inertTable(markers: readonly MarkerDescription[]): string {
  const rows = markers.map(({ name, summary }) => `| ${code(`+${name}`)} | ${cell(summary)} |`);
  return `Ported code carries markers of other tools along. A star stands for all that begin so.\n\n| marker | why |\n| --- | --- |\n${rows.join('\n')}`;
}

function markerSection(marker: MarkerDescription): string {
  const { aliases, argument, example, forItems, limits, name, on, parameters, repeatable, summary } = marker;
  const facts = [
    `Stands above ${on.map((placement) => placements[placement]).join(', or ')}.`,
    argument === undefined
      ? 'Takes no argument.'
      : parameters.length > 0
        ? undefined
        : `Argument: ${code(argument)}.`,
    limits === undefined ? undefined : `For ${limits}.`,
    aliases.length === 0 ? undefined : `Also: ${aliases.map((alias) => code(`+${alias}`)).join(', ')}.`,
    repeatable ? 'May be repeated.' : undefined,
    forItems === undefined
      ? undefined
      : `For the items of a list, or the values of a map: ${code(`+${forItems}`)}.`,
  ].filter((fact) => fact !== undefined);
  const rows = parameters.map(
    ({ name: parameter, needed, value }) =>
      `| ${code(parameter)} | ${cell(value)} | ${needed ? 'yes' : 'no'} |`,
  );
  const table =
    rows.length === 0 ? [] : [`| argument | value | needed |\n| --- | --- | --- |\n${rows.join('\n')}`];
  return [`### +${name}`, summary, facts.join(' '), ...table, `\`\`\`ts\n${example}\n\`\`\``].join('\n\n');
}

function page(title: string, parts: readonly string[]): string {
  return `# ${title}\n\n${generated}\n\n${parts.join('\n\n')}\n`;
}

function code(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text.replaceAll('|', '\\|')}\``;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
