import { expect } from 'vitest';
import { conformance } from './support/conformance.ts';

type Part = readonly [number: number, value: string];

/** Encodes a message of texts and other messages, each shorter than 128 bytes. */
function message(...parts: readonly Part[]): string {
  return parts
    .map(([number, value]) => String.fromCharCode((number << 3) | 2, value.length) + value)
    .join('');
}

function envelope(apiVersion: string, kind: string, object: string): string {
  return `k8s\0${message([1, message([1, apiVersion], [2, kind])], [2, object])}`;
}

const protobuf = { 'content-type': 'application/vnd.kubernetes.protobuf', accept: 'application/json' };

conformance('protobuf', (it) => {
  it('carries the propagation policy of a delete', async (scene) => {
    const path = scene.path('configmaps', 'a');
    await scene.create('configmaps', { metadata: { name: 'a' } });
    const options = envelope('v1', 'DeleteOptions', message([4, 'Foreground']));
    expect((await scene.send('DELETE', path, options, protobuf)).status).toBe(200);
    const { metadata } = await scene.read('configmaps', 'a');
    expect(metadata.finalizers).toEqual(['foregroundDeletion']);
    await scene.patch('json', path, [{ op: 'remove', path: '/metadata/finalizers' }]);
  });

  it('carries objects of every group', async (scene) => {
    const name = scene.namespace;
    const object = envelope(
      'node.k8s.io/v1',
      'RuntimeClass',
      message([1, message([1, name])], [2, 'handler']),
    );
    const path = '/apis/node.k8s.io/v1/runtimeclasses';
    const created = await scene.send('POST', path, object, protobuf);
    expect(created.status).toBe(201);
    expect(created.object).toMatchObject({ kind: 'RuntimeClass', metadata: { name }, handler: 'handler' });
    await scene.delete(`${path}/${name}`);
  });

  it('carries the values of extra attributes of a user as lists', async (scene) => {
    const extra = message([1, 'example.com/key'], [2, message([1, 'one'], [1, 'two'])]);
    const spec = message([3, 'jane'], [5, extra], [2, message([1, '/version'], [2, 'get'])]);
    const review = envelope('authorization.k8s.io/v1', 'SubjectAccessReview', message([2, spec]));
    const path = '/apis/authorization.k8s.io/v1/subjectaccessreviews';
    const answer = await scene.send('POST', path, review, protobuf);
    expect(answer.status).toBe(201);
    expect(answer.object.spec).toMatchObject({ user: 'jane', extra: { 'example.com/key': ['one', 'two'] } });
  });
});
