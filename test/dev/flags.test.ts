import { expect, test } from 'vitest';
import { esbuildOptions } from '../../src/dev/esbuild-flags.ts';
import { shellWords } from '../../src/dev/shell-words.ts';

test('a command line is split into words as a shell does', () => {
  expect(shellWords(`a  "b c" 'd "e"' f\\ g --h="i \\"j\\" k" --l='m'n`)).toEqual([
    'a',
    'b c',
    'd "e"',
    'f g',
    '--h=i "j" k',
    '--l=mn',
  ]);
});

test('the flags of esbuild become the options of its API', () => {
  const line = `src/main.ts --bundle --platform=node --keep-names --sources-content=false --log-limit=5 --external:pg --external:redis --conditions=source,node --loader:.sql=text "--banner:js=const a = 'b';"`;
  expect(esbuildOptions(shellWords(line))).toEqual({
    entryPoints: ['src/main.ts'],
    bundle: true,
    platform: 'node',
    keepNames: true,
    sourcesContent: false,
    logLimit: 5,
    external: ['pg', 'redis'],
    conditions: ['source', 'node'],
    loader: { '.sql': 'text' },
    banner: { js: "const a = 'b';" },
  });
});
