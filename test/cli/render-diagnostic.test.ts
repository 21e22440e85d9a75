import { describe, expect, test } from 'vitest';
import type { Diagnostic } from '../../src/diagnostics.ts';
import { renderDiagnostic } from '../../src/cli/output/render-diagnostic.ts';
import { temporaryFolder, writeFolder } from '../support/folder.ts';

const plain = (_: string, text: string): string => text;
const diagnostic: Diagnostic = {
  code: 'OPG1101',
  severity: 'error',
  message: 'there is no marker +validation:Minimun in the whole wide world',
  hint: "did you mean '+validation:Minimum', the smallest number that is accepted?",
  place: { file: 'memcached.ts', line: 2, column: 65, length: 7 },
};

function projectWithLongLine(): string {
  const folder = temporaryFolder();
  writeFolder(folder, { 'memcached.ts': `// first\n${'·'.repeat(64)}Minimun${'·'.repeat(40)}\n` });
  return folder;
}

describe('a diagnostic', () => {
  test.each([40, 60, 80])('fits a terminal of %d columns, with the caret under the error', (width) => {
    const lines = renderDiagnostic(diagnostic, { folder: projectWithLongLine(), paint: plain, width }).split(
      '\n',
    );
    expect(lines.filter((line) => line.length > width)).toEqual([]);
    const carets = lines.findIndex((line) => line.includes('^^^^^^^'));
    expect(lines[carets]?.indexOf('^')).toBe(lines[carets - 1]?.indexOf('Minimun'));
  });

  test('is not wrapped without a terminal, so that grep finds it', () => {
    const [head] = renderDiagnostic(diagnostic, { folder: projectWithLongLine(), paint: plain }).split('\n');
    expect(head).toBe(`memcached.ts:2:65 error OPG1101 ${diagnostic.message}`);
  });

  test('shows no source line if the file is missing', () => {
    const text = renderDiagnostic(diagnostic, { folder: temporaryFolder(), paint: plain });
    expect(text).not.toContain('|');
    expect(text).toContain('hint:');
  });
});
