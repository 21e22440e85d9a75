import { describe, expect, test } from 'vitest';
import { joinImport, leaveImport } from '../../../src/scaffold/files/join-import.ts';

const validator = "import type { Client, Validator } from '@opgen/runtime';\n";

describe('what a fragment imports', () => {
  test.each([
    [
      'joins an import of types, in order and once',
      "import type { Client, Manager } from '@opgen/runtime';\n",
      "import type { Client, Manager, Validator } from '@opgen/runtime';\n",
    ],
    [
      'joins as types where there are values too',
      "import { type Client, deny } from '@opgen/runtime';\n",
      "import { type Client, deny, type Validator } from '@opgen/runtime';\n",
    ],
    [
      'is broken into lines when they do not fit',
      "import type { AdmissionContext, Client, ControllerBuilder, Defaulter, Manager, Reconciler } from '@opgen/runtime';\n",
      `import type {
  AdmissionContext,
  Client,
  ControllerBuilder,
  Defaulter,
  Manager,
  Reconciler,
  Validator,
} from '@opgen/runtime';\n`,
    ],
  ])('%s', (_, before, after) => {
    const text = `// first\n${before}import { x } from './x.ts';\n`;
    const joined = joinImport(text, validator);
    expect(joined).toBe(`// first\n${after}import { x } from './x.ts';\n`);
    expect(joinImport(joined ?? '', validator)).toBe(joined);
  });

  test('keeps the line endings of the file', () => {
    const text = "import type { Client } from '@opgen/runtime';\r\nlet x;\r\n";
    const joined = joinImport(text, validator) ?? '';
    expect(joined).toBe("import type { Client, Validator } from '@opgen/runtime';\r\nlet x;\r\n");
    expect(leaveImport(joined, "import type { Client, Validator } from '@opgen/runtime';")).toBe(
      'let x;\r\n',
    );
  });

  test('has nothing to join where the module is not imported by names', () =>
    expect(joinImport("import * as runtime from '@opgen/runtime';\n", validator)).toBeUndefined());

  test('leaves again, but for the names that the file still says', () => {
    const text = "import type { Client, Manager, Validator } from '@opgen/runtime';\nlet client: Client;\n";
    expect(leaveImport(text, validator)).toBe(
      "import type { Client, Manager } from '@opgen/runtime';\nlet client: Client;\n",
    );
  });

  test('takes the whole import along when nothing is left of it', () =>
    expect(leaveImport(`${validator}let x;\n`, validator)).toBe('let x;\n'));
});
