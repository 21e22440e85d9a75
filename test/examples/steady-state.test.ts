/** What an operator of an example does when nothing has changed, and the permissions that it uses. */
import { join } from 'node:path';
import { matchesRole, reachesSteadyState } from '@opgen/testing';
import { describe, test } from 'vitest';
import { exampleFolder } from './examples.ts';
import { scenarioOf } from './scenario.ts';
import { subjects } from './subjects.ts';

describe.each(subjects)('$example', (subject) => {
  test('writes nothing when nothing has changed', async () => {
    await reachesSteadyState(scenarioOf(subject, [subject.lifecycle[0]]));
  });

  test('uses every rule of its role, and needs no other', async () => {
    const { connect: _, ...scenario } = scenarioOf(subject, subject.lifecycle);
    const role = join(exampleFolder(subject.example), 'config/rbac/role.yaml');
    await matchesRole({ ...scenario, role, mayBeUnused: subject.unusedInLifecycle });
  });
});
