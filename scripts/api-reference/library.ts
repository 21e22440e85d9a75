/** The packages whose API is documented, with their pages and the anchors of all names. */
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { declaring } from './declarations.ts';
import { type PublicName, readEntryPoint, type Section } from './entry-point.ts';
import { callsWithoutComment, commentOf } from './signature.ts';

export interface Library {
  /** The package name. */
  name: string;
  /** The folder below docs/reference. */
  folder: string;
  pages: Page[];
}

export interface Page extends Section {
  /** The module specifier for imports. */
  specifier: string;
  /** The file name of the page, without `.md`. */
  slug: string;
  /** The anchor that GitHub generates for the heading of each name. */
  anchors: Map<string, string>;
}

/** Exports that are not documented by name. */
const otherwise = ['./package.json', './kinds/*'];

export function readLibrary(repository: string, folder: string): Library {
  const root = join('packages', folder);
  const { exports, name } = JSON.parse(readFileSync(join(repository, root, 'package.json'), 'utf8')) as {
    exports: Record<string, { source: string }>;
    name: string;
  };
  const entries = Object.entries(exports).filter(([path]) => !otherwise.includes(path));
  const pages = entries.flatMap(([path, { source }]) => {
    const specifier = join(name, path);
    return readEntryPoint(repository, join(root, source), specifier).map((section): Page => ({
      ...section,
      specifier,
      slug: slugOf(section.title === specifier ? stemOf(source) : section.title),
      anchors: anchorsOf(section),
    }));
  });
  const doubled = pages.find(({ slug }, index) => pages.findIndex((other) => other.slug === slug) !== index);
  if (doubled !== undefined) throw new Error(`two pages of ${name} would be ${doubled.slug}.md`);
  return { name, folder, pages };
}

/** Public names and methods without a doc comment, with the declaring file. */
export function undescribed({ pages }: Library): string[] {
  return pages.flatMap(({ names }) =>
    names.flatMap((each) => {
      const calls = declaring(each.declarations, each.name).flatMap(callsWithoutComment);
      const missing = calls.map((call) => `${each.name}.${call}`);
      return [...(descriptionOf(each) === '' ? [each.name] : []), ...missing].map(
        (name) => `${each.file}: ${name}`,
      );
    }),
  );
}

/** The doc comments of a name. */
export function descriptionOf({ declarations, name }: PublicName): string {
  const comments = declaring(declarations, name).map(commentOf);
  return comments.filter((comment) => comment !== '').join('\n\n');
}

/** GitHub numbers the anchors of headings that differ only in case. */
function anchorsOf({ names, title }: Section): Map<string, string> {
  const seen = new Map([[slugOf(title), 1]]);
  return new Map(
    names.map(({ name }): [string, string] => {
      const slug = slugOf(name);
      const times = seen.get(slug) ?? 0;
      seen.set(slug, times + 1);
      return [name, times === 0 ? slug : `${slug}-${times}`];
    }),
  );
}

function slugOf(title: string): string {
  return title.toLowerCase().replaceAll(' ', '-');
}

/** The name of the file, or of its folder for `index`. */
function stemOf(file: string): string {
  const stem = basename(file, '.ts');
  return stem === 'index' ? basename(dirname(file)) : stem;
}
