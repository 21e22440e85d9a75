import { describe, expect, test } from 'vitest';
import { mergeManifest } from '../../../src/scaffold/project/package-manifest.ts';

const wanted = {
  name: 'orchard',
  version: '0.1.0',
  license: 'Apache-2.0',
  type: 'module',
  scripts: { test: 'vitest run', build: 'esbuild' },
  dependencies: { '@opgen/runtime': '^1.0.0' },
  devDependencies: { opgen: '^1.0.0', typescript: '^7.0.0' },
  overrides: { '@opgen/runtime': '$@opgen/runtime' },
};

const merge = (before: object, force = false) => {
  const { problems, text } = mergeManifest(before as Record<string, unknown>, wanted, { force });
  return { merged: JSON.parse(text) as unknown, problems: problems.map(({ message }) => message) };
};

describe('an existing package.json', () => {
  test('of npm install --save-dev gets what it lacks', () => {
    expect(merge({ devDependencies: { opgen: '^0.9.0' } })).toEqual({ merged: wanted, problems: [] });
  });

  test('of npm init loses only its placeholders', () => {
    const before = {
      name: 'mine',
      version: '1.0.0',
      main: 'index.js',
      scripts: { test: 'echo "Error: no test specified" && exit 1' },
      license: 'ISC',
      type: 'commonjs',
    };
    const merged = { ...wanted, name: 'mine', version: '1.0.0', main: 'index.js' };
    expect(merge(before)).toEqual({ merged, problems: [] });
  });

  test('keeps scripts and versions of the user', () => {
    const before = { scripts: { release: 'x' }, devDependencies: { typescript: '^6.0.0', left: '1' } };
    expect(merge(before)).toMatchObject({
      merged: {
        scripts: { release: 'x', ...wanted.scripts },
        devDependencies: { opgen: '^1.0.0', typescript: '^6.0.0', left: '1' },
      },
      problems: [],
    });
  });

  test('has each package once', () => {
    const { merged } = merge({ dependencies: { typescript: '^6.0.0' } });
    expect(merged).toMatchObject({
      dependencies: { typescript: '^6.0.0', '@opgen/runtime': '^1.0.0' },
      devDependencies: { opgen: '^1.0.0' },
    });
    expect(merged).not.toHaveProperty('devDependencies.typescript');
  });

  test('conflicts where the project cannot work with its values, which --force replaces', () => {
    const before = { type: 'commonjs', license: 'MIT', scripts: { build: 'make' } };
    const message =
      'package.json already has a different "license": "MIT", "type": "commonjs", "scripts.build": "make"';
    expect(merge(before).problems).toEqual([message]);
    expect(merge(before, true)).toMatchObject({ merged: wanted, problems: [] });
  });
});
