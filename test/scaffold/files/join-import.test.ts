import { describe, expect, test } from 'vitest';
import { joinImport, leaveImport } from '../../../src/scaffold/files/join-import.ts';

const validator = "import type { Client, Validator } from '@opgen/runtime';\n";

describe('the import of a fragment', () => {
  test.each([
    [
      'is merged into a type import, sorted and without duplicates',
      "import type { Client, Manager } from '@opgen/runtime';\n",
      "import type { Client, Manager, Validator } from '@opgen/runtime';\n",
    ],
    [
      'is merged with inline type modifiers if the import has values too',
      "import { type Client, deny } from '@opgen/runtime';\n",
      "import { type Client, deny, type Validator } from '@opgen/runtime';\n",
    ],
    [
      'is wrapped if it does not fit on one line',
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

  test.each([
    ['a namespace import', "import * as runtime from '@opgen/runtime';\n"],
    ['an import with a default', "import runtime, { Client } from '@opgen/runtime';\n"],
    ['an import with comments', "import {\n  Client, // for the cluster\n} from '@opgen/runtime';\n"],
    ['an import in a comment', "/*\nimport { deny } from '@opgen/runtime';\n*/\n"],
    ['an import in a template', "const example = `\nimport { deny } from '@opgen/runtime';\n`;\n"],
  ])('is not merged into %s', (_, text) => {
    expect(joinImport(text, validator)).toBeUndefined();
    expect(leaveImport(text, validator)).toBeUndefined();
  });

  test.each([
    ['double quotes', 'import { deny } from "@opgen/runtime";'],
    ['no semicolon', "import { deny } from '@opgen/runtime'"],
    ['no spaces', "import {deny} from '@opgen/runtime';"],
    ['a statement on the same line', "let x; import { deny } from '@opgen/runtime';"],
  ])('is merged into an import with %s', (_, before) => {
    const after = before.replace(/\{.*\}/, '{ type Client, deny, type Validator }');
    expect(joinImport(`${before}\n`, validator)).toBe(`${after}\n`);
    expect(leaveImport(`${after}\ndeny();\n`, validator)).toBe(
      `${before.replace(/\{.*\}/, '{ deny }')}\ndeny();\n`,
    );
  });

  test('makes a type a value if the fragment needs its value', () =>
    expect(
      joinImport("import type { Tree } from './tree.ts';\n", "import { Tree } from './tree.ts';\n"),
    ).toBe("import { Tree } from './tree.ts';\n"));

  test('is removed except for the names that the file still uses', () => {
    const text = "import type { Client, Manager, Validator } from '@opgen/runtime';\nlet client: Client;\n";
    expect(leaveImport(text, validator)).toBe(
      "import type { Client, Manager } from '@opgen/runtime';\nlet client: Client;\n",
    );
  });

  test('is removed if the names occur only in comments and strings', () => {
    const rest = "// a Validator\nlet x = 'Client';\n";
    expect(leaveImport(validator + rest, validator)).toBe(rest);
  });

  test('is removed as a whole if no name is left', () =>
    expect(leaveImport(`${validator}let x;\n`, validator)).toBe('let x;\n'));
});
