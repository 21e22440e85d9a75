/** Bundles the page of `opgen dev` into one HTML file without references to others. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'src/dev/page/ui');

/** Returns the page, and the metafile of its bundle. */
export async function buildPage() {
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [join(folder, 'main.tsx'), join(folder, 'page.css')],
    outdir: 'dist',
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    conditions: ['source'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
  });
  const textOf = (ending) => outputFiles.find(({ path }) => path.endsWith(ending))?.text.trim() ?? '';
  // The text of an element ends at the first `</`, wherever it is.
  const script = textOf('.js').replaceAll('</', String.raw`<\/`);
  const html = readFileSync(join(folder, 'page.html'), 'utf8')
    .replace('<style></style>', () => `<style>${textOf('.css')}</style>`)
    .replace('<script type="module"></script>', () => `<script type="module">${script}</script>`);
  return { html, metafile };
}
