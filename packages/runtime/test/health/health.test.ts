import { describe, expect, test } from 'vitest';
import { about, healthByCondition, healthOf, healthOfAll, isHealthy } from '../../src/health/health.ts';
import { failed, healthy, progressing } from '../../src/health/health-state.ts';
import type { KubernetesObject } from '../../src/objects/object.ts';

function object(apiVersion: string, kind: string, fields: object, metadata: object = {}): KubernetesObject {
  const creationTimestamp = '2026-01-01T00:00:00Z';
  return {
    apiVersion,
    kind,
    metadata: {
      name: 'cache',
      uid: '1',
      resourceVersion: '1',
      creationTimestamp,
      generation: 2,
      ...metadata,
    },
    ...fields,
  };
}

const condition = (type: string, status = 'True', more: object = {}) => ({
  conditions: [{ type, status, ...more }],
});

describe('health', () => {
  test.each<[string, string, string, object, string]>([
    ['without a status', 'apps/v1', 'Deployment', { spec: {} }, 'progressing'],
    [
      'with an outdated observedGeneration',
      'apps/v1',
      'Deployment',
      { spec: { replicas: 0 }, status: { observedGeneration: 1 } },
      'progressing',
    ],
    [
      'that is rolling out',
      'apps/v1',
      'Deployment',
      { spec: { replicas: 2 }, status: { replicas: 3, updatedReplicas: 2, availableReplicas: 3 } },
      'progressing',
    ],
    [
      'that is rolled out',
      'apps/v1',
      'Deployment',
      { spec: { replicas: 2 }, status: { replicas: 2, updatedReplicas: 2, availableReplicas: 2 } },
      'healthy',
    ],
    [
      'that exceeded its progress deadline',
      'apps/v1',
      'Deployment',
      { spec: {}, status: condition('Progressing', 'False', { reason: 'ProgressDeadlineExceeded' }) },
      'failed',
    ],
    [
      'whose Pods are not ready',
      'apps/v1',
      'StatefulSet',
      { spec: { replicas: 2 }, status: { readyReplicas: 1 } },
      'progressing',
    ],
    [
      'that is being updated',
      'apps/v1',
      'StatefulSet',
      {
        spec: { replicas: 2 },
        status: { readyReplicas: 2, updatedReplicas: 1, currentRevision: 'a', updateRevision: 'b' },
      },
      'progressing',
    ],
    [
      'that is updated up to its partition',
      'apps/v1',
      'StatefulSet',
      {
        spec: { replicas: 2, updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 1 } } },
        status: { readyReplicas: 2, updatedReplicas: 1, currentRevision: 'a', updateRevision: 'b' },
      },
      'healthy',
    ],
    ['without a status', 'apps/v1', 'DaemonSet', { spec: {} }, 'progressing'],
    [
      'that runs on every node',
      'apps/v1',
      'DaemonSet',
      { spec: {}, status: { desiredNumberScheduled: 2, updatedNumberScheduled: 2, numberAvailable: 2 } },
      'healthy',
    ],
    [
      'with all replicas available',
      'apps/v1',
      'ReplicaSet',
      { spec: { replicas: 1 }, status: { availableReplicas: 1 } },
      'healthy',
    ],
    ['that is running', 'batch/v1', 'Job', { status: { active: 1 } }, 'progressing'],
    ['that is complete', 'batch/v1', 'Job', { status: condition('Complete') }, 'healthy'],
    ['that failed', 'batch/v1', 'Job', { status: condition('Failed') }, 'failed'],
    ['that is ready', 'v1', 'Pod', { status: { phase: 'Running', ...condition('Ready') } }, 'healthy'],
    [
      'that is not ready',
      'v1',
      'Pod',
      { status: { phase: 'Running', ...condition('Ready', 'False') } },
      'progressing',
    ],
    ['that succeeded', 'v1', 'Pod', { status: { phase: 'Succeeded' } }, 'healthy'],
    ['that failed', 'v1', 'Pod', { status: { phase: 'Failed' } }, 'failed'],
    ['that is bound', 'v1', 'PersistentVolumeClaim', { status: { phase: 'Bound' } }, 'healthy'],
    ['that lost its volume', 'v1', 'PersistentVolumeClaim', { status: { phase: 'Lost' } }, 'failed'],
    ['without a load balancer', 'v1', 'Service', { spec: { type: 'LoadBalancer' } }, 'progressing'],
    ['that needs no load balancer', 'v1', 'Service', { spec: { type: 'ClusterIP' } }, 'healthy'],
    ['that is terminating', 'v1', 'Namespace', { status: { phase: 'Terminating' } }, 'progressing'],
    [
      'that is established',
      'apiextensions.k8s.io/v1',
      'CustomResourceDefinition',
      { status: condition('Established') },
      'healthy',
    ],
    [
      'whose name is not accepted',
      'apiextensions.k8s.io/v1',
      'CustomResourceDefinition',
      { status: condition('NamesAccepted', 'False') },
      'failed',
    ],
    ['that is ready', 'cache.example.com/v1', 'Memcached', { status: condition('Ready') }, 'healthy'],
    [
      'that is not ready',
      'cache.example.com/v1',
      'Memcached',
      { status: condition('Ready', 'False') },
      'progressing',
    ],
    [
      'that was ready in an earlier generation',
      'cache.example.com/v1',
      'Memcached',
      { status: condition('Ready', 'True', { observedGeneration: 1 }) },
      'progressing',
    ],
    ['without conditions', 'v1', 'ConfigMap', { data: {} }, 'healthy'],
  ])('of an object %s: %s %s', (_, apiVersion, kind, fields, expected) => {
    expect(healthOf(object(apiVersion, kind, fields)).state).toBe(expected);
  });

  test('of an object that is being deleted is progressing', () => {
    const going = object('v1', 'ConfigMap', {}, { deletionTimestamp: '2026-01-01T00:00:00Z' });
    expect(healthOf(going)).toEqual(progressing('it is being deleted'));
    expect(isHealthy(going)).toBe(false);
    expect(isHealthy(undefined)).toBe(false);
  });

  test('contains the reason', () => {
    const status = condition('Ready', 'False', { reason: 'NoQuorum', message: '1 of 3' });
    const memcached = object('cache.example.com/v1', 'Memcached', { status });
    const health = healthByCondition(memcached, 'Ready');
    expect(about(memcached, health)).toEqual(
      progressing('Memcached cache: condition Ready is not True (NoQuorum: 1 of 3)'),
    );
  });

  test('of several objects is that of the worst', () => {
    expect(healthOfAll([])).toBe(healthy);
    expect(healthOfAll([healthy, progressing('a'), progressing('b')])).toEqual(progressing('a'));
    expect(healthOfAll([progressing('a'), failed('b'), healthy])).toEqual(failed('b'));
  });
});
