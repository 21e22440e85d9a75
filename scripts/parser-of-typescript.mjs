import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { transformSync } from 'esbuild';

/**
 * An esbuild plugin that keeps only TypeScript's parser, a twentieth of the code, where ts-morph is imported.
 *
 * Loading all of TypeScript takes longer than everything else that `opgen manifests` does. The file contains the modules
 * of the compiler in the order of their dependencies. The plugin removes the modules after the parser (checker, emitter,
 * language service), and esbuild tree-shakes those before it. A call of a removed function would fail; the tests of
 * the packed CLI run the remaining parser.
 */
export const parserOfTypeScript = {
  name: 'parser-of-typescript',
  setup(build) {
    build.onResolve({ filter: /^ts-morph$/ }, () => ({ path: typeScript }));
    build.onLoad({ filter: exactly(typeScript) }, ({ path }) => ({ contents: parser(path) }));
    build.onLoad({ filter: /[\\/]src[\\/]source[\\/][\w-]+\.ts$/ }, ({ path }) => ({
      contents: withoutNamespace(readFileSync(path, 'utf8')),
      loader: 'ts',
    }));
  },
};

const fromHere = createRequire(import.meta.url);
const typeScript = createRequire(fromHere.resolve('ts-morph'))
  .resolve('@ts-morph/common')
  .replace(/ts-morph-common\.js$/, 'typescript.js');

/** esbuild can tree-shake a module, but not a namespace object that a module exports. */
function withoutNamespace(text) {
  return text.replace("import { ts } from 'ts-morph'", "import * as ts from 'ts-morph'");
}

function parser(path) {
  const text = readFileSync(path, 'utf8');
  const [, exported = ''] = /__export\(typescript_exports, \{([^]*?)\n\}\);/.exec(text) ?? [];
  const helpers = text.slice(after(text, '((module) => {'), before(text, 'var typescript_exports = {};'));
  const modules = text.slice(
    after(text, 'module.exports = __toCommonJS(typescript_exports);'),
    before(text, '// src/compiler/commandLineParser.ts'),
  );
  const kept = helpers + withUsedMessages(modules);
  const declared = new Set([...kept.matchAll(/^(?:var|function) (\w+)/gm)].map(([, name]) => name));
  const names = [...exported.matchAll(/^\s+(\w+): \(\) => (\w+)/gm)]
    .filter(([, name, local]) => name === local && declared.has(name))
    .map(([, name]) => name);
  return withShortNames(`${kept}\nexport { ${names.join(', ')} };`);
}

/** Half of the file is identifiers, and Node parses all of it before it runs. Nobody debugs opgen in this file. */
function withShortNames(text) {
  return transformSync(text, { format: 'esm', legalComments: 'none', minifyIdentifiers: true }).code;
}

/** Nine out of ten messages belong to the checker. */
function withUsedMessages(text) {
  const start = after(text, 'var Diagnostics = {');
  const end = start + before(text.slice(start), '\n};');
  const used = new Set([...text.matchAll(/\bDiagnostics\.(\w+)/g)].map(([, name]) => name));
  const messages = text
    .slice(start, end)
    .split('\n')
    .filter((line) => used.has(/^ {2}(\w+): diag\(/.exec(line)?.[1]));
  return `${text.slice(0, start)}\n${messages.join('\n')}${text.slice(end)}`;
}

function after(text, words) {
  return before(text, words) + words.length;
}

function before(text, words) {
  const position = text.indexOf(words);
  if (position === -1) throw new Error(`the TypeScript inside ts-morph is laid out differently: no ${words}`);
  return position;
}

function exactly(path) {
  return new RegExp(`^${path.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}$`);
}
