import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { goldenProject, writeGolden } from './support/golden.ts';
import { circlesIn, importsOf } from './support/imports.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));

/** Each entry of src may import itself and the entries after it, never those before. */
const layers = [
  'cli',
  'actions',
  'plan',
  'runs',
  'dev',
  'cluster',
  'envtest',
  'scaffold',
  'import',
  'manifests',
  'schema',
  'model',
  'markers',
  'source',
  'project',
  'kubernetes',
  'disk',
  'layout',
  'diagnostics.ts',
];

/** The same of the folders in src/scaffold; what lies beside them knows none. */
const concepts = [
  'delete',
  'webhook',
  'api',
  'types',
  'project',
  'files',
  'templates',
  'diagnostics.ts',
  'package-root.ts',
];

/** The same of the folders of packages/runtime/src. */
const runtimeLayers = [
  'index.ts',
  'entry-points',
  'manager',
  'metrics-server',
  'plans',
  'decorator',
  'composite',
  'controller',
  'webhook',
  'election',
  'leader-election',
  'events',
  'certificates',
  'schedule',
  'recreate',
  'health',
  'storage-migration',
  'tracing',
  'runs',
  'statistics',
  'queue',
  'cache',
  'client',
  'transport',
  'kinds',
  'objects',
  'metrics',
  'logging',
  'http',
  'component.ts',
  'ambient.ts',
  'abort.ts',
  'time-slice.ts',
  'clock.ts',
  'deferred.ts',
  'failures.ts',
];

/** Neighbours that must not know each other. */
const strangers: readonly (readonly [string, string])[] = [
  ['scaffold', 'manifests'],
  ['import', 'manifests'],
  ['import', 'source'],
  ['markers', 'source'],
];

/** Each package may import those before it, by their names. */
const packages = ['rules', 'runtime', 'testing'];

/** The packages of ours that parts of the command line bundle. Only a cluster needs a server. */
const bundledByCli = (layer: string): string[] =>
  ['cluster', 'dev', 'plan', 'runs'].includes(layer) ? packages : ['rules'];

const layerOf = (path: string): string => /^src\/([^/]+)/.exec(path)?.[1] ?? '';
const runtimeLayerOf = (path: string): string => path.split('/')[3] ?? '';
const conceptOf = (path: string): string => path.split('/')[2] ?? '';

const imports = importsOf(
  sourcesOf(['src', ...packages.map((name) => `packages/${name}/src`), 'scripts', 'benchmarks']),
);

test('no file imports itself through others', () => {
  expect(circlesIn(imports), 'what two files need of each other belongs into a third').toEqual([]);
});

test('a circle is found, in whatever way its files import each other', () => {
  const files = {
    'a.ts': `import type { B } from './below/b.ts';`,
    'below/b.ts': `export const c = () => import('./c.ts');`,
    'below/c.ts': `export * from '../a.ts';`,
    'd.ts': `import './a.ts'; // import './e.ts'`,
    'e.ts': `import './d.ts';`,
  };
  expect(circlesIn(importsOf(files))).toEqual([['a.ts', 'below/b.ts', 'below/c.ts', 'a.ts']]);
});

test('every entry of src has its place in the order', () => {
  const entries = readdirSync(join(repository, 'src'));
  expect(layers.toSorted()).toEqual(entries.toSorted());
  expect(concepts.toSorted()).toEqual(readdirSync(join(repository, 'src/scaffold')).toSorted());
});

describe.each([...imports].filter(([file]) => file.startsWith('src/')))('%s', (file, imported) => {
  const local = imported.filter((path) => /\.tsx?$/.test(path));

  test('imports only downwards', () => {
    const upwards = local.filter((path) => layers.indexOf(layerOf(path)) < layers.indexOf(layerOf(file)));
    expect(upwards).toEqual([]);
    const strange = local.filter((path) =>
      strangers.some(([from, to]) => from === layerOf(file) && to === layerOf(path)),
    );
    expect(strange).toEqual([]);
  });

  test.skipIf(layerOf(file) !== 'scaffold')('imports concepts of scaffold only downwards', () => {
    const upwards = local.filter(
      (path) =>
        layerOf(path) === 'scaffold' && concepts.indexOf(conceptOf(path)) < concepts.indexOf(conceptOf(file)),
    );
    expect(upwards).toEqual([]);
  });

  test('leaves ts-morph to src/source', () => {
    if (layerOf(file) !== 'source') expect(imported).not.toContain('ts-morph');
  });
});

test('of the page, the browser runs src/dev/page/ui with the model, and the server the rest with the model', () => {
  const page = 'src/dev/page';
  const inBrowser = (path: string): boolean => path.startsWith(`${page}/ui/`);
  const isPure = (path: string): boolean => path.startsWith(`${page}/model/`);
  const shared = ['src/dev/duration-text.ts', 'src/dev/run-line.ts'];
  for (const [file, imported] of imports) {
    const local = imported.filter((path) => /\.tsx?$/.test(path));
    if (inBrowser(file) || isPure(file)) {
      const allowed = (path: string): boolean => isPure(path) || (inBrowser(file) && inBrowser(path));
      expect(
        local.filter((path) => !allowed(path) && !shared.includes(path)),
        file,
      ).toEqual([]);
      expect(
        imported.filter((path) => path.startsWith('node:')),
        file,
      ).toEqual([]);
    } else expect(local.filter(inBrowser), file).toEqual([]);
  }
});

test('every entry of the runtime has its place in the order', () => {
  expect(runtimeLayers.toSorted()).toEqual(readdirSync(join(repository, 'packages/runtime/src')).toSorted());
});

test.each([...imports].filter(([file]) => file.startsWith('packages/runtime/src/')))(
  '%s imports only downwards',
  (file, imported) => {
    const layer = runtimeLayers.indexOf(runtimeLayerOf(file));
    const local = imported.filter((path) => path.startsWith('packages/runtime/src/'));
    expect(local.filter((path) => runtimeLayers.indexOf(runtimeLayerOf(path)) < layer)).toEqual([]);
  },
);

describe.each(packages)('@opgen/%s', (name) => {
  const files = [...imports].filter(([file]) => file.startsWith(`packages/${name}/`));

  test('imports only the packages before it', () => {
    const allowed = packages.slice(0, packages.indexOf(name));
    expect(files.flatMap(([, imported]) => importedPackages(imported, allowed))).toEqual([]);
  });

  test('imports no file of another package by its path', () => {
    const outside = files.flatMap(([, imported]) =>
      imported.filter((path) => path.endsWith('.ts') && !path.startsWith(`packages/${name}/src/`)),
    );
    expect(outside).toEqual([]);
  });
});

test('@opgen/rules imports no package, and only its tables of built-in kinds a module of Node', () => {
  const files = [...imports].filter(
    ([file]) => file.startsWith('packages/rules/') && !file.startsWith('packages/rules/src/builtin/'),
  );
  const outside = files.flatMap(([, imported]) => imported.filter((path) => !path.endsWith('.ts')));
  expect(outside).toEqual([]);
});

test('the command line imports only those packages of ours that it bundles', () => {
  const files = [...imports].filter(([file]) => file.startsWith('src/'));
  const outside = files.flatMap(([file, imported]) =>
    importedPackages(imported, bundledByCli(layerOf(file))),
  );
  expect(outside).toEqual([]);
});

test('the runtime takes HTTP from node-http.ts, and imports nothing but its types', () => {
  const folder = join(repository, 'packages/runtime/src');
  const importers = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .filter((path) => {
      const text = readFileSync(join(folder, path), 'utf8');
      return /^import (?!type )[^;]*'node:https?';/m.test(text);
    });
  expect(importers).toEqual([]);
});

describe.skipIf(!existsSync(join(repository, 'dist/cli/main.js')))('the built command line', () => {
  test.each([
    ['--help', ['--help']],
    ['--version', ['--version']],
    ['init', ['init', 'orchard', '--domain', 'example.com', '--no-install', '--no-git']],
  ])('%s loads neither a compiler nor the client of Kubernetes', (_, args) => {
    const { heavy, status } = runBuilt(args);
    expect(status).toBe(0);
    expect(heavy).toEqual([]);
  });

  test('manifests does load the compiler, so the test above can fail', () => {
    const project = goldenProject('single-api');
    expect(runBuilt(['manifests', '--check', '--no-cache'], project).heavy).toHaveLength(1);
  });
});

test.skipIf(!existsSync(join(repository, 'dist/cli/unchanged.js')))(
  'manifests loads one file when nothing has changed',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'opgen-test-'));
    try {
      writeGolden('single-api', folder);
      mkdirSync(join(folder, 'node_modules'));
      const opgen = join(repository, 'bin/opgen.js');
      const loaded = (): string[] => {
        const coverage = mkdtempSync(join(folder, 'node_modules/coverage-'));
        const env = { ...process.env, NODE_V8_COVERAGE: coverage };
        expect(spawnSync(process.execPath, [opgen, 'manifests'], { cwd: folder, env }).status).toBe(0);
        return filesIn(coverage).map((path) => relative(repository, path).split(sep).join('/'));
      };
      expect(loaded()).toContain('dist/cli/main.js');
      expect(loaded()).toEqual(['bin/opgen.js', 'dist/cli/unchanged.js']);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

/** Packages of ours among these imports that are not allowed. */
function importedPackages(imported: readonly string[], allowed: readonly string[]): string[] {
  return imported.filter((path) => {
    const [, name] = /^@opgen\/([^/]+)/.exec(path) ?? [];
    return name !== undefined && !allowed.includes(name);
  });
}

/** The text of every source file in these folders, by its path from the root. */
function sourcesOf(folders: readonly string[]): Record<string, string> {
  const paths = folders.flatMap((folder) =>
    readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
      .map((path) => `${folder}/${path.split(sep).join('/')}`)
      .filter((path) => /\.(tsx?|mjs)$/.test(path) && !path.includes('/node_modules/')),
  );
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(repository, path), 'utf8')]));
}

/** Runs the bundle in a process of its own, and names the loaded files that hold what a quick command must not pay for. */
function runBuilt(args: readonly string[], cwd?: string): { status: number | null; heavy: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'opgen-test-'));
  const coverage = join(folder, 'coverage');
  const script = `
    const { main } = await import(${JSON.stringify(pathToFileURL(join(repository, 'dist/cli/main.js')).href)});
    const { stdout, stderr, env } = process;
    const session = { cwd: process.cwd(), env, stdout, stderr, now: () => new Date(), packages: 'registry' };
    process.exitCode = await main(${JSON.stringify(args)}, session);`;
  try {
    const { status } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: cwd ?? folder,
      env: { ...process.env, NODE_V8_COVERAGE: coverage },
    });
    return {
      status,
      heavy: filesIn(coverage).filter((path) =>
        /createSourceFile|KubeConfig/.test(readFileSync(path, 'utf8')),
      ),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The files that a process has loaded, sorted, as it left word of them. */
function filesIn(coverage: string): string[] {
  const [report = ''] = readdirSync(coverage);
  const { result } = JSON.parse(readFileSync(join(coverage, report), 'utf8')) as {
    result: { url: string }[];
  };
  return result
    .filter(({ url }) => url.startsWith('file:') && !url.endsWith(']'))
    .map(({ url }) => fileURLToPath(url))
    .toSorted();
}
