import { describe, expect, test } from 'vitest';
import { insertAll, removeFragment } from '../../../src/scaffold/files/insert.ts';

const list = (...lines: string[]): string => `resources:\n${lines.join('\n')}\n  # +scaffold:resources\n`;
const crd = { path: 'kustomization.yaml', marker: 'resources', fragment: '- ../crd\n' };

describe('a fragment', () => {
  test('is inserted above its marker with the same indentation', () => {
    expect(insertAll(list('  - ../rbac'), [crd]).text).toBe(list('  - ../rbac', '  - ../crd'));
  });

  test.each([
    ['as it was written', list('  - ../crd', '  - ../rbac')],
    ['further to the right', list('      - ../crd')],
    ['in a checkout on Windows', list('  - ../crd').replaceAll('\n', '\r\n')],
  ])('that exists %s is not inserted again', (_, text) => {
    expect(insertAll(text, [crd]).text).toBe(text);
  });

  test.each(['  - ../crd-extra', '  - ../crd/extra', '  - extra- ../crd'])(
    'is inserted next to the user line %s and removed without it',
    (line) => {
      const { text } = insertAll(list(line), [crd]);
      expect(text).toBe(list(line, '  - ../crd'));
      expect(removeFragment(text, crd.fragment)).toBe(list(line));
    },
  );

  test('with a long line is wrapped when it is inserted, and removed with the blank line above it', () => {
    const kind = 'K'.repeat(60);
    const before = 'start();\n// +scaffold:setup\n';
    const comment = `/** Sets default values of ${kind} objects whose author left them out. */`;
    const fragment = `\n${comment}\nsetup(manager, { first: ${kind}, second: ${kind} });\n`;
    const { text } = insertAll(before, [{ path: 'main.ts', marker: 'setup', fragment }]);
    expect(text).toContain('setup(manager, {\n  first: ');
    expect(text).toContain('/**\n * Sets default values');
    expect(insertAll(text, [{ path: 'main.ts', marker: 'setup', fragment }]).text).toBe(text);
    expect(removeFragment(text, fragment)).toBe(before);
  });

  test('that a formatter has wrapped is recognized', () => {
    const fragment = "setupTreeController(manager, { name: 'tree' });";
    const broken = "setupTreeController(\n  manager,\n  { name: 'tree' },\n);\n// +scaffold:setup\n";
    expect(insertAll(broken, [{ path: 'src/main.ts', marker: 'setup', fragment }]).text).toBe(broken);
    expect(removeFragment(broken, fragment)).toBe('// +scaffold:setup\n');
  });

  test('whose marker is missing is an error with the lines to paste', () => {
    const { text, diagnostics } = insertAll('resources: []\n', [crd]);
    expect(text).toBe('resources: []\n');
    expect(diagnostics).toMatchObject([{ code: 'OPG3102', hint: expect.stringContaining('- ../crd') }]);
  });
});
