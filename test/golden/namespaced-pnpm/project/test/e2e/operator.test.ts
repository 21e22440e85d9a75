// Copyright 2026 Pomona
// SPDX-License-Identifier: Apache-2.0

import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';

/** Runs kubectl on the cluster of the current context. */
function kubectl(...args: string[]): string {
  const { error, status, stderr, stdout } = spawnSync('kubectl', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`kubectl ${args.join(' ')}: ${stderr}`, { cause: error });
  return stdout;
}

// `make test-e2e` sets E2E; it needs a cluster to which `make deploy` has brought the operator.
describe.skipIf(process.env['E2E'] !== 'true')('the deployed operator', () => {
  test('becomes ready', () => {
    const name = 'deployment/nursery-controller-manager';
    const namespace = 'nursery-system';
    const output = kubectl('rollout', 'status', name, '--timeout=120s', '--namespace', namespace);
    expect(output).toContain('successfully rolled out');
  }, 130_000);
});
