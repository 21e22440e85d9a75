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
    ['that nobody has seen', 'apps/v1', 'Deployment', { spec: {} }, 'progressing'],
    [
      'whose last change nobody has seen',
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
      'that makes no progress',
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
      'that is updated as far as it may',
      'apps/v1',
      'StatefulSet',
      {
        spec: { replicas: 2, updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 1 } } },
        status: { readyReplicas: 2, updatedReplicas: 1, currentRevision: 'a', updateRevision: 'b' },
      },
      'healthy',
    ],
    ['that nobody has seen', 'apps/v1', 'DaemonSet', { spec: {} }, 'progressing'],
    [
      'that is on every node',
      'apps/v1',
      'DaemonSet',
      { spec: {}, status: { desiredNumberScheduled: 2, updatedNumberScheduled: 2, numberAvailable: 2 } },
      'healthy',
    ],
    [
      'with all that it wants',
      'apps/v1',
      'ReplicaSet',
      { spec: { replicas: 1 }, status: { availableReplicas: 1 } },
      'healthy',
    ],
    ['that goes on', 'batch/v1', 'Job', { status: { active: 1 } }, 'progressing'],
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
    ['that needs none', 'v1', 'Service', { spec: { type: 'ClusterIP' } }, 'healthy'],
    ['that is going', 'v1', 'Namespace', { status: { phase: 'Terminating' } }, 'progressing'],
    [
      'that is served',
      'apiextensions.k8s.io/v1',
      'CustomResourceDefinition',
      { status: condition('Established') },
      'healthy',
    ],
    [
      'whose name is taken',
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
      'that was ready before',
      'cache.example.com/v1',
      'Memcached',
      { status: condition('Ready', 'True', { observedGeneration: 1 }) },
      'progressing',
    ],
    ['that says nothing', 'v1', 'ConfigMap', { data: {} }, 'healthy'],
  ])('something %s: %s %s', (_, apiVersion, kind, fields, expected) => {
    expect(healthOf(object(apiVersion, kind, fields)).state).toBe(expected);
  });

  test('of what is being deleted is on its way', () => {
    const going = object('v1', 'ConfigMap', {}, { deletionTimestamp: '2026-01-01T00:00:00Z' });
    expect(healthOf(going)).toEqual(progressing('it is being deleted'));
    expect(isHealthy(going)).toBe(false);
    expect(isHealthy(undefined)).toBe(false);
  });

  test('says why', () => {
    const status = condition('Ready', 'False', { reason: 'NoQuorum', message: '1 of 3' });
    const memcached = object('cache.example.com/v1', 'Memcached', { status });
    const health = healthByCondition(memcached, 'Ready');
    expect(about(memcached, health)).toEqual(
      progressing('Memcached cache: it is not Ready (NoQuorum: 1 of 3)'),
    );
  });

  test('of several is that of the worst', () => {
    expect(healthOfAll([])).toBe(healthy);
    expect(healthOfAll([healthy, progressing('a'), progressing('b')])).toEqual(progressing('a'));
    expect(healthOfAll([progressing('a'), failed('b'), healthy])).toEqual(failed('b'));
  });
});
