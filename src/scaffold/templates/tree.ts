import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { layOut } from '../../layout/lay-out.ts';
import { renderTemplate } from './engine.ts';

/** A rendered template folder: whole files, and fragments to insert into files of other folders. */
export interface RenderedTree {
  files: { path: string; content: string }[];
  insertions: Insertion[];
}

/** Lines to insert above the comment `+scaffold:<marker>` of a file. */
export interface Insertion {
  path: string;
  marker: string;
  fragment: string;
}

/**
 * Renders every template of a folder.
 *
 * `__name__` in a path is replaced with the value from `paths`; a folder with an empty value is omitted. `.hbs` files
 * are rendered to files, `.insert.hbs` files to insertions, and other files are copied. Templates have each statement
 * on one line: `renderTree` wraps long lines of TypeScript files, and `insertAll` those of insertions.
 */
export function renderTree(
  folder: string,
  context: object,
  paths: Readonly<Record<string, string>>,
  render: typeof renderTemplate = renderTemplate,
): RenderedTree {
  const tree: RenderedTree = { files: [], insertions: [] };
  for (const template of templatesIn(folder)) {
    const source = readFileSync(join(folder, template), 'utf8').replaceAll('\r\n', '\n');
    const path = targetOf(template, paths);
    const content = template.endsWith('.hbs') ? renderNamed(template, () => render(source, context)) : source;
    if (template.endsWith('.insert.hbs')) tree.insertions.push(...insertionsOf(path, content));
    else tree.files.push({ path, content: path.endsWith('.ts') ? layOut(content) : content });
  }
  return tree;
}

/** The templates of a folder, sorted, with forward slashes. */
export function templatesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path) => path.split(sep).join('/'))
    .toSorted();
}

function targetOf(template: string, paths: Readonly<Record<string, string>>): string {
  return template
    .replace(/(\.insert)?\.hbs$/, '')
    .split('/')
    .map((part) =>
      part.replaceAll(/__(\w+?)__/g, (_, name: string) => {
        const value = paths[name];
        if (value === undefined) throw new Error(`template ${template}: unknown name ${name}`);
        return value;
      }),
    )
    .filter((part) => part !== '')
    .join('/');
}

function renderNamed(template: string, render: () => string): string {
  try {
    return render();
  } catch (cause) {
    throw new Error(`template ${template}: ${(cause as Error).message}`, { cause });
  }
}

/** Blank lines in a section are part of the fragment. Those at its end only separate it from the next section. */
function insertionsOf(path: string, rendered: string): Insertion[] {
  const insertions: Insertion[] = [];
  for (const line of rendered.split('\n')) {
    const marker = /^(?:\/\/|#) \+scaffold:([\w-]+)$/.exec(line)?.[1];
    const current = insertions.at(-1);
    if (marker !== undefined) insertions.push({ path, marker, fragment: '' });
    else if (current !== undefined) current.fragment += `${line}\n`;
  }
  return insertions.map(({ fragment, ...where }) => ({ ...where, fragment: `${fragment.trimEnd()}\n` }));
}
