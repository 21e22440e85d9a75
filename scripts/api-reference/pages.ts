/** Generates the API reference of the packages: a page per concept, and an index. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { compare } from './compare.ts';
import { declaring } from './declarations.ts';
import type { PublicName } from './entry-point.ts';
import { guidesOf } from './guides.ts';
import { descriptionOf, type Library, readLibrary } from './library.ts';
import { helpersOf, mentionedBy } from './helpers.ts';
import { isKind, linkTo, type Place, withLinks } from './links.ts';
import { signatureOf } from './signature.ts';

const generated = '<!-- Written by scripts/generate-reference.ts from the sources. -->';

/** The packages that users import from. */
export function readLibraries(repository: string): Library[] {
  return ['rules', 'runtime', 'testing'].map((folder) => readLibrary(repository, folder));
}

/** The pages, by path below docs/reference. */
export function apiPages(repository: string): Record<string, string> {
  return {
    ...libraryPages(repository, readLibraries(repository)),
    'runtime/kinds.md': kindsPage(repository),
  };
}

/** The pages of each library: one per section of its entry points. */
export function libraryPages(repository: string, libraries: readonly Library[]): Record<string, string> {
  const pages = libraries.flatMap((library) => [
    [`${library.folder}/README.md`, contents(library)],
    ...library.pages.map((page) => [
      `${library.folder}/${page.slug}.md`,
      pageOf(repository, { library, page }, libraries),
    ]),
  ]);
  return Object.fromEntries(pages);
}

function contents({ folder, name, pages }: Library): string {
  const rows = pages.map(
    ({ slug, specifier, summary, title }) =>
      `| [${title}](${slug}.md) | \`${specifier}\` | ${withoutDot(summary)} |`,
  );
  const kinds =
    folder === 'runtime'
      ? [
          '| [Built-in kinds](kinds.md) | `@opgen/runtime/kinds/*` | types and values of every Kubernetes kind |',
        ]
      : [];
  const index = pages.map(({ anchors, names, slug, title }) => {
    const exports = names.toSorted(
      (one, other) =>
        compare(one.name.toLowerCase(), other.name.toLowerCase()) || compare(one.name, other.name),
    );
    const entries = exports.map(
      (each) => `| [\`${each.name}\`](${slug}.md#${anchors.get(each.name)}) | ${inShort(each)} |`,
    );
    return `## ${title}\n\n| export | description |\n| --- | --- |\n${entries.join('\n')}`;
  });
  return [
    `# ${name}`,
    generated,
    `| page | import from | contents |\n| --- | --- | --- |\n${[...rows, ...kinds].join('\n')}`,
    ...index,
  ].join('\n\n');
}

/** The first sentence of the description, for a table. */
function inShort(each: PublicName): string {
  const [paragraph = ''] = descriptionOf(each).split('\n\n');
  const text = paragraph.replaceAll(/\s+/g, ' ').trim();
  const [, sentence = text] = /^(.*?[^.])(?:\.(?= |$)|:(?= `))/.exec(text) ?? [];
  return sentence.replace(/\.$/, '').replaceAll('|', '\\|');
}

function pageOf(repository: string, place: Place, libraries: readonly Library[]): string {
  const { library, page } = place;
  const from = `Import from \`${page.specifier}\`.`;
  const guides = guidesOf(library, page).map(([file, title]) => `[${title}](../../guides/${file})`);
  const intro = [
    page.summary === '' ? '' : capital(page.summary),
    from,
    guides.length === 0 ? '' : `Guides: ${guides.join(', ')}.`,
  ];
  return [
    `# ${page.title}`,
    generated,
    intro.filter((part) => part !== '').join(' '),
    [...page.anchors].map(([name, anchor]) => `[\`${name}\`](#${anchor})`).join(' · '),
    ...page.names.map((each) => entry(repository, each, place, libraries)),
  ].join('\n\n');
}

function entry(repository: string, each: PublicName, place: Place, libraries: readonly Library[]): string {
  const statements = declaring(each.declarations, each.name);
  const signatures = statements.map((statement) => signatureOf(statement, each.typeOnly));
  const isDescribed = (name: string): boolean => linkTo(name, place, libraries) !== undefined;
  const helpers = helpersOf(repository, each)
    .filter(({ name }) => !isDescribed(name))
    .map(({ text }) => text);
  return [
    `## ${each.name}`,
    withLinks(descriptionOf(each), place, libraries, each.name),
    `\`\`\`ts\n${[...signatures, ...helpers].join('\n\n')}\n\`\`\``,
    [...mentions(each, place, libraries), sourceOf(each)].join(' · '),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function mentions(each: PublicName, place: Place, libraries: readonly Library[]): string[] {
  const links = mentionedBy(each).flatMap((name) => {
    const kinds = place.library.folder === 'runtime' ? 'kinds.md' : '../runtime/kinds.md';
    const link = isKind(name, each) ? kinds : linkTo(name, place, libraries);
    return link === undefined ? [] : [`[\`${name}\`](${link})`];
  });
  return links.length === 0 ? [] : [`See also ${links.join(', ')}`];
}

function sourceOf({ file }: PublicName): string {
  return `[${file.split('/').slice(3).join('/')}](../../../${file})`;
}

function kindsPage(repository: string): string {
  const folder = join(repository, 'packages/runtime/src/kinds');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.ts'),
  );
  const rows = files.toSorted(compare).map((path) => {
    const text = readFileSync(join(folder, path), 'utf8');
    const kinds = [...text.matchAll(/^export const (\w+) = defineKind/gm)].map(
      ([, kind = '']) => `\`${kind}\``,
    );
    const source = relative(repository, join(folder, path));
    const specifier = `@opgen/runtime/kinds/${path.replace(/\.ts$/, '')}`;
    return `| [\`${specifier}\`](../../../${source}) | ${kinds.length === 0 ? 'types only' : kinds.join(', ')} |`;
  });
  return [
    '# Built-in kinds',
    generated,
    `Each kind is a type and a value with the same name: \`import { Deployment } from '@opgen/runtime/kinds/apps/v1'\`. Its
parts, such as \`DeploymentSpec\`, are exported as types. All types describe the JSON of the API: times are strings.`,
    `| import from | kinds |\n| --- | --- |\n${rows.join('\n')}`,
  ].join('\n\n');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function withoutDot(text: string): string {
  return text.replace(/\.$/, '');
}
