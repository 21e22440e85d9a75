/** The pages of docs/reference as the code says them. */
import { fileURLToPath } from 'node:url';
import type { Argument, Command, Option } from 'commander';
import { format, resolveConfig } from 'prettier';
import { diagnosticsByGroup } from '../src/cli/all-diagnostics.ts';
import { nameOf } from '../src/cli/arguments/command-of.ts';
import { createProgram } from '../src/cli/program.ts';
import { changeRules } from '../src/kubernetes/change.ts';
import {
  describedMarkers,
  inertTitle,
  type MarkerDescription,
  placements,
} from '../src/markers/describe-marker.ts';
import { apiPages } from './api-reference/pages.ts';
import { validationSections } from './validation-page.ts';

/** The pages by their names, formatted as everything here is. */
export async function referencePages(): Promise<Record<string, string>> {
  const pages = {
    'cli.md': commandsPage(),
    'crd-changes.md': changesPage(),
    'diagnostics.md': diagnosticsPage(),
    'markers.md': markersPage(),
    'validation.md': page('Validation of built-in kinds', validationSections()),
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
    { version: '', run: async () => {}, print: () => {} },
  );
  const intro = `Every prompt has a flag; opgen prompts only on a terminal and never in CI. Results go to stdout, progress and errors to
stderr. One run reports every problem. A command writes all its files or none.

| exit code | meaning                                                        |
| --------- | -------------------------------------------------------------- |
| 0         | success                                                        |
| 1         | invalid input: arguments, the project, or the environment      |
| 2         | a bug in opgen; the message has a link to a pre-filled issue   |
| 3         | a check found something                                        |
| 130       | interrupted                                                    |

\`--json\` prints one document \`{ ok, command, version, data, diagnostics, changed }\`, also on failure. \`NO_COLOR\`
takes precedence over \`FORCE_COLOR\`.`;
  const sections = leaves(program).map(commandSection);
  return page('Commands', [intro, ...sections]);
}

function changesPage(): string {
  const intro = `\`opgen crd diff\` names each change by its rule. You can allow changes by rule: \`--allow field-removed\`. The API
server rejects the update of a CRD with a \`refused\` change.`;
  const rows = Object.entries(changeRules).map(([name, rule]) => {
    const severity = 'refused' in rule ? 'refused' : rule.severity;
    return `| \`${name}\` | \`${severity}\` | ${cell(rule.what)} |`;
  });
  return page('Changes of CRDs', [
    intro,
    ['| rule | severity | change |\n| --- | --- | --- |', ...rows].join('\n'),
  ]);
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
  const intro = `Every error and warning of opgen has a code whose meaning never changes. \`opgen explain <code>\` prints the section of a
code.`;
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
  const intro = `A marker is a one-line comment above a field, type or class. You can also write it with its kubebuilder prefix, such as
\`// +kubebuilder:validation:Minimum=1\`, or inside a JSDoc comment. An unknown, misplaced or malformed marker is an error.
\`opgen markers <name>\` prints the section of a marker.`;
  const sections = describedMarkers().map(({ markers, title }) => {
    const [first] = markers;
    if (first?.refused !== undefined) return [`## ${title}`, refusedTable(markers)];
    if (title === inertTitle) return [`## ${title}`, inertTable(markers)];
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
  return `Code ported from Go contains markers of other tools, which opgen ignores. \`*\` stands for any ending.\n\n| marker | why |\n| --- | --- |\n${rows.join('\n')}`;
}

function markerSection(marker: MarkerDescription): string {
  const { aliases, argument, example, forItems, limits, name, on, parameters, repeatable, summary } = marker;
  const facts = [
    `Allowed above ${on.map((placement) => placements[placement]).join(', or ')}.`,
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
    rows.length === 0 ? [] : [`| argument | value | required |\n| --- | --- | --- |\n${rows.join('\n')}`];
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
