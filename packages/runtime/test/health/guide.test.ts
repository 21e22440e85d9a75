/** The examples of docs/guides/health.md. */
import { failed, healthy, progressing } from '@opgen/runtime/health';
import type { Deployment } from '@opgen/runtime/kinds/apps/v1';
import type { Job } from '@opgen/runtime/kinds/batch/v1';
import { expect, test } from 'vitest';
import { messageOf, serving } from '../guides/health.ts';

const metadata = { name: 'a', uid: 'a', resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' };

function jobThat(type: 'Complete' | 'Failed'): Job {
  const conditions = [{ type, status: 'True', message: 'three tries' }];
  const template = { spec: { containers: [] } };
  return { apiVersion: 'batch/v1', kind: 'Job', metadata, spec: { template }, status: { conditions } };
}

function deploymentWith(availableReplicas: number): Deployment {
  const spec = { selector: {}, template: { spec: { containers: [] } } };
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec, status: { availableReplicas } };
}

test('reports a failure among several objects first', () => {
  expect(messageOf([jobThat('Complete')])).toBe('all is well');
  expect(messageOf([deploymentWith(0), jobThat('Failed')])).toBe('failed: three tries');
});

test('combines health in a custom function', () => {
  expect(serving(deploymentWith(1), undefined)).toEqual(progressing('the smoke test has not been started'));
  expect(serving(deploymentWith(1), jobThat('Failed'))).toEqual(failed('the smoke test found something'));
  expect(serving(deploymentWith(0), jobThat('Complete'))).toEqual(progressing('nothing serves yet'));
  expect(serving(deploymentWith(1), jobThat('Complete'))).toEqual(healthy);
});
