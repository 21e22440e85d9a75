import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../package-root.ts';
import { templatesIn } from './tree.ts';

/** The templates whose files import a kind, or declare variables for its objects. */
const folders = ['api', 'controller', 'conversion', 'webhook'];

let known: { always: ReadonlySet<string>; withImage: ReadonlySet<string> } | undefined;

/**
 * The identifiers in the templates for the code of a kind, including those of `--image` or not. A kind or variable with
 * one of these names could shadow an import or a variable of a template.
 */
export function templateIdentifiers({ withImage }: { withImage: boolean }): ReadonlySet<string> {
  known ??= read();
  return withImage ? known.withImage : known.always;
}

function read(): NonNullable<typeof known> {
  const root = join(packageRoot(), 'templates');
  const templates = folders
    .flatMap((folder) => templatesIn(join(root, folder)).map((path) => `${folder}/${path}`))
    .filter((path) => /\.ts(\.insert)?\.hbs$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
  const ofAll = (found: typeof templates): Set<string> =>
    new Set(found.flatMap(({ text }) => identifiersIn(text)));
  return {
    always: ofAll(templates.filter(({ path }) => !/^[^/]+\/image/.test(path))),
    withImage: ofAll(templates),
  };
}

/** The whole identifiers outside comments, strings and expressions of the template. */
export function identifiersIn(template: string): string[] {
  const code = template
    .replaceAll(/\{\{.*?\}\}/g, '\u00B7')
    .replaceAll(/^\s*(\/\/|\/\*|\*).*$|\s\/\/ .*$/gm, '')
    .replaceAll(/'[^'\n]*'/g, "''");
  return [...code.matchAll(/(?<![\w$\u00B7])[A-Za-z_$][\w$]*(?![\w$\u00B7])/g)].map(([word]) => word);
}
