import { describe, expect, test } from 'vitest';
import { fieldChanges } from '../../src/runs/field-changes.ts';

describe('the changed fields', () => {
  test('are listed with their paths and values', () => {
    const old = {
      metadata: { labels: { app: 'web' }, resourceVersion: '1' },
      spec: { replicas: 1, paused: true },
    };
    const now = {
      metadata: { labels: { app: 'web', 'app.kubernetes.io/name': 'web' }, resourceVersion: '2' },
      spec: { replicas: 2, strategy: { type: 'Recreate' } },
    };
    expect(fieldChanges(old, now)).toEqual([
      { path: ".metadata.labels['app.kubernetes.io/name']", new: 'web' },
      { path: '.spec.replicas', old: 1, new: 2 },
      { path: '.spec.paused', old: true },
      { path: '.spec.strategy', new: { type: 'Recreate' } },
    ]);
  });

  test('in lists are found by type or name, otherwise by position', () => {
    const old = {
      status: { conditions: [{ type: 'Ready', status: 'False' }], ports: [80, 443] },
      spec: { containers: [{ name: 'app', image: 'web:1' }], args: ['a'] },
    };
    const now = {
      status: {
        conditions: [
          { type: 'Progressing', status: 'True' },
          { type: 'Ready', status: 'True' },
        ],
        ports: [80, 8443],
      },
      spec: { containers: [{ name: 'app', image: 'web:2' }], args: ['a', 'b'] },
    };
    expect(fieldChanges(old, now)).toEqual([
      { path: '.status.conditions[Ready].status', old: 'False', new: 'True' },
      { path: '.status.conditions[Progressing]', new: { type: 'Progressing', status: 'True' } },
      { path: '.status.ports[1]', old: 443, new: 8443 },
      { path: '.spec.containers[app].image', old: 'web:1', new: 'web:2' },
      { path: '.spec.args', old: ['a'], new: ['a', 'b'] },
    ]);
  });

  test('are bounded in number and in size', () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`key${index}`, 'x']));
    expect(fieldChanges({ data: {} }, { data: many })).toHaveLength(32);

    const [change] = fieldChanges({ data: { text: '' } }, { data: { text: 'x'.repeat(10_000) } });
    expect(change?.new).toMatch(/^"x{255}… \(10002 characters\)$/);
  });

  test('of a Secret are without its data', () => {
    const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'password' } };
    const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': '{"data":"c2VjcmV0"}' };
    const changes = fieldChanges(
      { ...secret, data: { password: 'b2xk' } },
      { ...secret, metadata: { name: 'password', annotations }, data: { password: 'bmV3' }, type: 'Opaque' },
    );
    expect(changes).toEqual([
      { path: '.metadata.annotations', new: 'redacted' },
      { path: '.data.password', old: 'redacted', new: 'redacted' },
      { path: '.type', new: 'Opaque' },
    ]);
    expect(fieldChanges({ metadata: {} }, { ...secret, data: { password: 'bmV3' } })).toEqual([
      { path: '.data', new: 'redacted' },
    ]);
  });
});
