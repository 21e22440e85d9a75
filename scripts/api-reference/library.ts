/** The packages whose API is documented: their pages, and where on them a name is found. */
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { declaring } from './declarations.ts';
import { type PublicName, readEntryPoint, type Section } from './entry-point.ts';
import { callsWithoutComment, commentOf } from './signature.ts';

export interface Library {
  /** As users import it. */
  name: string;
  /** Below docs/reference. */
  folder: string;
  pages: Page[];
}

export interface Page extends Section {
  /** What users import its names from. */
  specifier: string;
  /** The name of the page, without `.md`. */
  slug: string;
  /** Of each name, as GitHub makes it of its heading. */
  anchors: Map<string, string>;
}

/** Exports that are no entry points to describe name by name. */
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

/** What is public and nobody has described, names and what one can call of them, with the file that declares it. */
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

/** What the comments above the declarations of a name say. */
export function descriptionOf({ declarations, name }: PublicName): string {
  const comments = declaring(declarations, name).map(commentOf);
  return comments.filter((comment) => comment !== '').join('\n\n');
}

/** GitHub counts headings that differ in nothing but the case. */
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

/** `index` says nothing: then it is the folder. */
function stemOf(file: string): string {
  const stem = basename(file, '.ts');
  return stem === 'index' ? basename(dirname(file)) : stem;
}
