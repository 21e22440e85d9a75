import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { layOut } from '../../layout/lay-out.ts';
import { renderTemplate } from './engine.ts';

/** What a folder of templates becomes: whole files, and fragments for files that another folder made. */
export interface RenderedTree {
  files: { path: string; content: string }[];
  insertions: Insertion[];
}

/** Lines that belong above the comment `+scaffold:<marker>` of a file. */
export interface Insertion {
  path: string;
  marker: string;
  fragment: string;
}

/**
 * Renders every template of a folder.
 *
 * `__name__` in a path is filled from `paths`, and a folder whose value is empty disappears. `.hbs` is rendered,
 * `.insert.hbs` is rendered into insertions, and anything else is copied. Templates have each statement on one line:
 * TypeScript is laid out here, and insertions where they are inserted.
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
        if (value === undefined) throw new Error(`template ${template}: nothing is named ${name}`);
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

/** A blank line in a section is a blank line in the file; those at its end only part it from the next section. */
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
