import { isAtLeast, type Minor } from '@opgen/rules/builtin';
import { isObject } from '@opgen/rules/json';
import { expect } from 'vitest';
import { conformance } from './support/conformance.ts';
import type { Resource } from './support/scene.ts';

interface Gate {
  /** Where the field is in the object. */
  readonly path: string;
  /** The first minor version that keeps it without flags. */
  readonly since: Minor | 'later';
  readonly resource: Resource;
  readonly object: Readonly<Record<string, unknown>>;
}

const container = { name: 'c', image: 'nginx' };
const template = { metadata: { labels: { app: 'a' } }, spec: { containers: [container] } };
const selector = { matchLabels: { app: 'a' } };

function pod(spec: object, ofContainer: object = {}): Pick<Gate, 'resource' | 'object'> {
  return { resource: 'pods', object: { spec: { containers: [{ ...container, ...ofContainer }], ...spec } } };
}

function statefulSet(updateStrategy: object): Pick<Gate, 'resource' | 'object'> {
  return {
    resource: 'statefulsets',
    object: { spec: { serviceName: 'a', selector, template, updateStrategy } },
  };
}

const gates: readonly Gate[] = [
  {
    path: 'spec.resources',
    since: '1.34',
    ...pod({ resources: { requests: { cpu: '1' }, limits: { cpu: '1' } } }),
  },
  { path: 'spec.hostnameOverride', since: '1.35', ...pod({ hostnameOverride: 'other' }) },
  { path: 'spec.schedulingGroup', since: 'later', ...pod({ schedulingGroup: { podGroupName: 'a' } }) },
  {
    path: 'spec.updateStrategy.rollingUpdate.maxUnavailable',
    since: 'later',
    ...statefulSet({ type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 2 } }),
  },
  {
    path: 'spec.volumeAttributesClassName',
    since: '1.34',
    resource: 'persistentvolumeclaims',
    object: {
      spec: {
        accessModes: ['ReadWriteOnce'],
        resources: { requests: { storage: '1Gi' } },
        volumeAttributesClassName: 'fast',
      },
    },
  },
  {
    path: 'spec.behavior.scaleDown.tolerance',
    since: '1.35',
    resource: 'horizontalpodautoscalers',
    object: {
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'a' },
        maxReplicas: 3,
        behavior: { scaleDown: { tolerance: '0.05' } },
      },
    },
  },
];

conformance('feature gates', (it) => {
  for (const { path, since, resource, object } of gates) {
    const when = since === 'later' ? 'no minor version yet' : `${since} and later`;
    it(`keep ${path} of ${resource} in ${when}`, async (scene) => {
      const isKept = since !== 'later' && isAtLeast(await scene.minor(), since);
      const query = '?fieldValidation=Ignore&dryRun=All';
      const answer = await scene.post(resource, { metadata: { name: 'a' }, ...object }, query);
      expect(answer.status, answer.text).toBe(201);
      expect(valueAt(answer.object, path) !== undefined, answer.text).toBe(isKept);
    });
  }

  it('allow names of Services that begin with a digit in 1.36 and later', async (scene) => {
    const spec = { ports: [{ port: 80 }] };
    const answer = await scene.post('services', { metadata: { name: '1a' }, spec }, '?dryRun=All');
    expect(answer.status, answer.text).toBe(isAtLeast(await scene.minor(), '1.36') ? 201 : 422);
  });

  it('allow watches that begin with the stored objects, except in 1.33', async (scene) => {
    const query = 'watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&timeoutSeconds=1';
    const answer = await scene.get(`${scene.path('configmaps')}?${query}`);
    if ((await scene.minor()) !== '1.33') expect(answer.status).toBe(200);
    else
      expect([answer.status, answer.object.message]).toEqual([
        422,
        'ListOptions.meta.k8s.io "" is invalid: sendInitialEvents: Forbidden: sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled',
      ]);
  });
});

function valueAt(object: object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), object);
}
