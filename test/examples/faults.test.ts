/** The fault matrix: every example survives every fault. `npm run examples` counts them for examples/README.md. */
import { describe, expect, test } from 'vitest';
import { faults } from './faults.ts';
import { subjects } from './subjects.ts';

describe.each(subjects)('$example survives', (subject) => {
  test.for(faults)('$name', async ({ survive }, { task }) => {
    const count = await survive(subject);
    expect(count).toBeGreaterThan(0);
    task.meta.faults = count;
  });
});

declare module 'vitest' {
  interface TaskMeta {
    /** How many faults the example has survived in this test. */
    faults?: number;
  }
}
