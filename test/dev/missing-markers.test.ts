import { describe, expect, test } from 'vitest';
import { placeForMarkers, withLines } from '../../src/dev/missing-markers.ts';
import { temporaryFolder, writeFolder } from '../support/folder.ts';

const reconciler = `import { done } from '@opgen/runtime';

// +rbac:groups=cache.example.com,resources=memcacheds,verbs=get;list;watch
// +rbac:groups=apps,resources=deployments,verbs=get

/** Reconciles. */
export class MemcachedReconciler {}

export function setup(manager) {
  manager
    .controller(
      'memcached',
    )
    .for(Memcached);
}
`;

function project(files: Record<string, string>): string {
  const folder = temporaryFolder();
  writeFolder(folder, files);
  return folder;
}

describe('the place for a missing marker', () => {
  test('is below the last marker of the file that registers the controller', () => {
    const root = project({ 'src/controllers/memcached.ts': reconciler, 'src/main.ts': '' });
    expect(placeForMarkers(root, 'memcached')).toEqual({
      file: 'src/controllers/memcached.ts',
      line: 5,
      column: 1,
    });
  });

  test('is above the class and its comment if there is no marker yet', () => {
    const text = reconciler.replaceAll(/^\/\/ \+rbac.*\n/gm, '');
    const root = project({
      'src/memcached.ts': text,
      'src/other.ts': reconciler.replace("'memcached'", "'other'"),
    });
    expect(placeForMarkers(root, 'memcached')).toMatchObject({ file: 'src/memcached.ts', line: 4 });
  });

  test('ignores what only looks like a registration or a marker', () => {
    const decoy = [
      "// manager.controller('memcached') is in another file",
      'const text = `',
      '// +rbac:groups=apps,resources=deployments,verbs=get',
      "manager.controller('memcached')`;",
      "export const other = () => manager.controller('other');",
      '',
    ].join('\n');
    const root = project({ 'src/a.ts': decoy, 'src/b.ts': reconciler });
    expect(placeForMarkers(root, 'memcached')).toMatchObject({ file: 'src/b.ts', line: 5 });
    expect(placeForMarkers(root, undefined)).toMatchObject({ file: 'src/b.ts' });
    expect(placeForMarkers(root, 'other')).toMatchObject({ file: 'src/a.ts', line: 5 });
  });

  test('without a controller is in the only file with markers', () => {
    expect(placeForMarkers(project({ 'src/a.ts': reconciler }), undefined)).toMatchObject({ line: 5 });
    const two = project({ 'src/a.ts': reconciler, 'src/b.ts': reconciler });
    expect(placeForMarkers(two, undefined)).toBeUndefined();
  });
});

test('lines are inserted with the line endings of the file', () => {
  expect(withLines('a\nb\n', 2, ['x', 'y'])).toBe('a\nx\ny\nb\n');
  expect(withLines('a\r\nb\r\n', 2, ['x'])).toBe('a\r\nx\r\nb\r\n');
});
