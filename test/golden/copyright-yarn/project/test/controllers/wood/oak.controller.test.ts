// Copyright 2026 Pomona

import { findCondition, Manager } from '@opgen/runtime';
import {
  eventually,
  matchesRole,
  type OperatorScenario,
  reachesSteadyState,
  recoversFromCrashes,
  startCluster,
  type TestCluster,
} from '@opgen/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Oak } from '../../../src/api/wood/v1beta1/oak.ts';
import { observedStatus, setupOakController } from '../../../src/controllers/wood/oak.controller.ts';
// +scaffold:imports

// A pure function needs no API server.
test('the status describes the generation that was reconciled', () => {
  const status = observedStatus({
    apiVersion: 'wood.example.com/v1beta1',
    kind: 'Oak',
    metadata: {
      name: 'sample',
      uid: 'b2d8f3a0',
      resourceVersion: '1',
      creationTimestamp: '2024-01-01T00:00:00Z',
      generation: 3,
    },
    spec: { replicas: 1 },
  });

  expect(status.observedGeneration).toBe(3);
  expect(findCondition(status.conditions, 'Ready')?.status).toBe('True');
});

// The API server runs in this process: no cluster and no container needed.
describe('on an API server', () => {
  const ending = new AbortController();
  let cluster: TestCluster;
  let stopped: Promise<void>;

  beforeAll(async () => {
    cluster = await startCluster({ crds: 'config/crd/bases' });
    // +scaffold:webhooks
    const manager = new Manager({ transport: cluster.transport, health: { bindAddress: '0' } });
    setupOakController(manager);
    stopped = manager.start(ending.signal);
    await manager.ready;
  });

  afterAll(async () => {
    ending.abort();
    await stopped;
    await cluster.stop();
  });

  test('an Oak becomes ready', async () => {
    const key = { name: 'sample', namespace: 'default' };
    await cluster.client.create(Oak, { metadata: key, spec: { replicas: 1 } });

    await eventually(async () => {
      const { status } = await cluster.client.get(Oak, key);
      expect(findCondition(status?.conditions, 'Ready')?.status).toBe('True');
    });
  });
});

// Each of these tests starts its own clusters.
describe('with restarts, drift and crashes', () => {
  const key = { name: 'sample', namespace: 'default' };
  const scenario: OperatorScenario = {
    cluster: { crds: 'config/crd/bases' },
    // +scaffold:scenario
    setup: setupOakController,
    async act({ client }) {
      await client.create(Oak, { metadata: key, spec: { replicas: 1 } });
    },
  };

  test('a second reconcile writes nothing', async () => {
    await reachesSteadyState(scenario);
  });

  test('a crash after any write does no harm', async () => {
    await recoversFromCrashes(scenario);
  });

  test('the role allows what the controller does', async () => {
    // Without isShared it reports unused rules, too; then setup has to register all controllers of the project.
    await matchesRole({ ...scenario, role: 'config/rbac/role.yaml', isShared: true });
  });
});
