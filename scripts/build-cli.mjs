/**
 * Bundles the command line into dist/: an entry, a chunk for everything that is loaded only when it is needed, and a
 * file by itself for runs that find nothing changed.
 *
 *     node scripts/build-cli.mjs    dist/, THIRD-PARTY-LICENSES.md, and vendor/ with the packages that a project needs
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { buildPage } from './build-page.mjs';
import { parserOfTypeScript } from './parser-of-typescript.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');

rmSync(dist, { recursive: true, force: true });
const options = {
  absWorkingDir: root,
  outdir: 'dist',
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  logLevel: 'warning',
};
const { metafile } = await build({
  ...options,
  entryPoints: { 'cli/main': 'src/cli/main.ts' },
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  metafile: true,
  plugins: [parserOfTypeScript],
  // Packages in CommonJS ask for Node's own modules by `require`.
  banner: {
    js: [
      "import { createRequire as opgenCreateRequire } from 'node:module';",
      "import { fileURLToPath as opgenFileUrlToPath } from 'node:url';",
      "import { dirname as opgenDirname } from 'node:path';",
      'const require = opgenCreateRequire(import.meta.url);',
      'const __filename = opgenFileUrlToPath(import.meta.url);',
      'const __dirname = opgenDirname(__filename);',
    ].join('\n'),
  },
});
// One file and nothing else: each further file that is loaded costs as much as what it does.
await build({ ...options, entryPoints: { 'cli/last-run': 'src/cli/last-run.ts' } });
const page = await buildPage();
writeFileSync(join(dist, 'page.html'), page.html);
copyFacts();
writeLicenses();
packVendored();

/** The facts about Kubernetes are read at run time. The chunks look for them as the package does. */
function copyFacts() {
  for (const path of ['rules/dist/builtin', 'testing/dist/api-server/builtin']) {
    const [, folder] = path.split('/dist/');
    cpSync(join(root, 'packages', path), join(dist, 'chunks', folder), {
      recursive: true,
      filter: (file) => file.endsWith('.json') || statSync(file).isDirectory(),
    });
  }
}

/** Every package that is inside the chunks, with the licence that it asks to be kept. */
function writeLicenses() {
  const folders = new Set(
    [metafile, page.metafile]
      .flatMap(({ inputs }) => Object.keys(inputs))
      .flatMap((path) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []),
  );
  const parts = [...folders].toSorted().map((folder) => {
    const { license, name, version } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    const texts = readdirSync(join(root, folder))
      .filter((file) => /^(licen[cs]e|copyright|notice|thirdpartynotice)/i.test(file))
      .toSorted()
      .map((file) => readFileSync(join(root, folder, file), 'utf8').trim());
    return `## ${name} ${version}\n\n${license ?? 'see below'}\n\n${texts.map((text) => `\`\`\`text\n${text}\n\`\`\`\n`).join('\n')}`;
  });
  const head = '# Third-party licenses\n\nThe files in `dist/` contain these packages.\n';
  writeFileSync(join(root, 'THIRD-PARTY-LICENSES.md'), [head, ...parts].join('\n'));
}

/** Until the packages are on the registry, opgen carries them: `opgen init` puts them into the project. */
function packVendored() {
  const vendor = join(root, 'vendor');
  rmSync(vendor, { recursive: true, force: true });
  mkdirSync(vendor);
  for (const folder of ['packages/rules', 'packages/runtime', 'packages/testing']) {
    npm(['pack', '--silent', '--pack-destination', vendor], join(root, folder));
  }
}

/** npm is run by its own script, so that no shell is needed, also not on Windows. */
function npm(args, cwd) {
  const script = process.env['npm_execpath'];
  const [command, first] = script === undefined ? ['npm', []] : [process.execPath, [script]];
  const { status } = spawnSync(command, [...first, ...args], { cwd, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed in ${cwd}`);
}
