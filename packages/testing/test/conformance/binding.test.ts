import { randomBytes } from 'node:crypto';
import { isAtLeast } from '@opgen/rules/builtin';
import { expect, onTestFinished } from 'vitest';
import { conformance } from './support/conformance.ts';
import { expectRefusal, type Refusal } from './support/refusal.ts';
import type { Scene } from './support/scene.ts';
import type { Answer } from './support/target.ts';
import { withWebhooks, writesOf } from './support/webhooks.ts';

async function pod(scene: Scene, { spec = {}, ...metadata }: Record<string, unknown> = {}) {
  const containers = [{ name: 'main', image: 'shop:1' }];
  return scene.create('pods', {
    metadata: { name: 'a', ...metadata },
    spec: { containers, ...(spec as object) },
  });
}

function bind(scene: Scene, binding: object = {}, query = ''): Promise<Answer> {
  const body = {
    apiVersion: 'v1',
    kind: 'Binding',
    metadata: { name: 'a' },
    target: { name: 'n' },
    ...binding,
  };
  return scene.send('POST', scene.path('pods', 'a', 'binding') + query, body);
}

function bindByResource(scene: Scene, binding: object = {}): Promise<Answer> {
  const body = {
    apiVersion: 'v1',
    kind: 'Binding',
    metadata: { name: 'a' },
    target: { name: 'n' },
    ...binding,
  };
  return scene.send('POST', `/api/v1/namespaces/${scene.namespace}/bindings`, body);
}

function conflict(cause: string, resource = 'pods/binding'): Refusal {
  return {
    code: 409,
    reason: 'Conflict',
    message: `Operation cannot be fulfilled on ${resource} "a": ${cause}`,
    details: { name: 'a', kind: resource },
  };
}

const success = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 };
const scheduled = { type: 'PodScheduled', status: 'True', lastProbeTime: null };

conformance('binding', (it) => {
  for (const [way, by] of [
    ['the subresource', bind],
    ['the resource', bindByResource],
  ] as const) {
    it(`assigns a Pod to a node by ${way}`, async (scene) => {
      const { metadata } = await pod(scene);
      const answer = await by(scene);
      expect({ status: answer.status, body: answer.object }).toEqual({ status: 201, body: success });
      const { spec, status, metadata: after } = await scene.read('pods', 'a');
      expect(spec['nodeName']).toBe('n');
      const conditions = status['conditions'] as { lastTransitionTime: string }[];
      expect(conditions).toEqual([{ ...scheduled, lastTransitionTime: expect.any(String) }]);
      expect(after).toEqual({ ...metadata, resourceVersion: after.resourceVersion });
      expect(after.resourceVersion).not.toBe(metadata.resourceVersion);
    });
  }

  it('is possible only once', async (scene) => {
    await pod(scene);
    expect((await bind(scene)).status).toBe(201);
    expectRefusal(await bind(scene), conflict('pod a is already assigned to node "n"'));
    expectRefusal(await bindByResource(scene), conflict('pod a is already assigned to node "n"'));
  });

  it('is rejected while the Pod has scheduling gates', async (scene) => {
    await pod(scene, { spec: { schedulingGates: [{ name: 'example.com/quota' }] } });
    expectRefusal(await bind(scene), conflict('pod a has non-empty .spec.schedulingGates'));
  });

  it('is rejected for a Pod that is being deleted', async (scene) => {
    await pod(scene, { finalizers: ['example.com/stay'] });
    await scene.delete(scene.path('pods', 'a'));
    expectRefusal(await bind(scene), conflict('pod a is being deleted, cannot be assigned to a host'));
  });

  it('needs an existing Pod', async (scene) => {
    expectRefusal(await bind(scene), {
      code: 404,
      reason: 'NotFound',
      message: 'pods "a" not found',
      details: { name: 'a', kind: 'pods' },
    });
  });

  it('may have the uid of the Pod as a precondition', async (scene) => {
    const { metadata } = await pod(scene);
    const failed = (what: string, wanted: string, actual: string): Refusal =>
      conflict(
        `StorageError: invalid object, Code: 4, Key: /registry/pods/${scene.namespace}/a, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: ${what} in precondition: ${wanted}, ${what} in object meta: ${actual}`,
        'pods',
      );
    const other = { name: 'a', uid: 'other' };
    expectRefusal(await bind(scene, { metadata: other }), failed('UID', 'other', metadata.uid));
    const older = { name: 'a', resourceVersion: '1' };
    expectRefusal(
      await bind(scene, { metadata: older }),
      failed('ResourceVersion', '1', metadata.resourceVersion),
    );
    const { name, uid, resourceVersion } = metadata;
    expect((await bind(scene, { metadata: { name, uid, resourceVersion } })).status).toBe(201);
  });

  it('copies its annotations, and since 1.35 its labels, to the Pod', async (scene) => {
    await pod(scene, { labels: { app: 'shop', tier: 'back' }, annotations: { note: 'old' } });
    const metadata = { name: 'a', labels: { tier: 'front' }, annotations: { note: 'new', by: 'us' } };
    expect((await bind(scene, { metadata })).status).toBe(201);
    expect((await scene.read('pods', 'a')).metadata).toMatchObject({
      labels: { app: 'shop', tier: isAtLeast(await scene.minor(), '1.35') ? 'front' : 'back' },
      annotations: { note: 'new', by: 'us' },
    });
  });

  it('copies the topology labels of the node since 1.35, by the subresource only', async (scene) => {
    const name = `node-${randomBytes(5).toString('hex')}`;
    const place = { 'topology.kubernetes.io/zone': 'z', 'topology.kubernetes.io/region': 'r' };
    const labels = { ...place, 'kubernetes.io/os': 'linux' };
    await scene.must(201, 'POST', '/api/v1/nodes', {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name, labels },
    });
    onTestFinished(async () => void (await scene.delete(`/api/v1/nodes/${name}`)));
    const target = { kind: 'Node', name };
    const isCopied = isAtLeast(await scene.minor(), '1.35');
    // A real server sees the node with a short delay.
    for (;;) {
      await pod(scene);
      expect((await bind(scene, { target })).status).toBe(201);
      const { metadata } = await scene.read('pods', 'a');
      await scene.delete(scene.path('pods', 'a'), { gracePeriodSeconds: 0 });
      if (isCopied && metadata.labels === undefined) continue;
      expect(metadata.labels).toEqual(isCopied ? place : undefined);
      break;
    }
    await pod(scene);
    expect((await bindByResource(scene, { target })).status).toBe(201);
    expect((await scene.read('pods', 'a')).metadata.labels).toBeUndefined();
  });

  it('has a node as its target', async (scene) => {
    await pod(scene);
    const refused = async (target: object, message: string): Promise<void> => {
      const answer = await bind(scene, { target });
      expect({ status: answer.status, message: answer.object.message }).toEqual({ status: 500, message });
    };
    const unsupported = 'target.kind: Unsupported value: "Service": supported values: "Node", "<empty>"';
    await refused({}, 'target.name: Required value');
    await refused({ kind: 'Service', name: 'n' }, unsupported);
    await refused({ kind: 'Service' }, `[${unsupported}, target.name: Required value]`);
  });

  it('names the Pod in the path', async (scene) => {
    await pod(scene);
    expectRefusal(await bind(scene, { metadata: { name: 'b' } }), {
      code: 400,
      reason: 'BadRequest',
      message: 'name in URL does not match name in Binding object',
    });
    expectRefusal(await bind(scene, { metadata: { name: 'a', namespace: 'other' } }), {
      code: 400,
      reason: 'BadRequest',
      message: 'the namespace of the provided object does not match the namespace sent on the request',
    });
  });

  it('supports dry run', async (scene) => {
    await pod(scene);
    expect((await bind(scene, {}, '?dryRun=All')).status).toBe(201);
    expect((await scene.read('pods', 'a')).spec['nodeName']).toBeUndefined();
  });

  it('supports strict field validation', async (scene) => {
    await pod(scene);
    expectRefusal(await bind(scene, { node: 'n' }, '?fieldValidation=Strict'), {
      code: 400,
      reason: 'BadRequest',
      message:
        'Binding in version "v1" cannot be handled as a Binding: strict decoding error: unknown field "node"',
    });
  });

  it('passes admission as a Binding', async (scene) => {
    await pod(scene);
    const rules = [writesOf('pods/binding')];
    const server = await withWebhooks(scene, { validating: [{ id: 'deny', rules }] });
    server.admit('/deny', ({ kind }) => ({ allowed: false, status: { message: `no ${kind.kind}` } }));
    const name = `deny.${scene.namespace}.example.com`;
    expect((await bind(scene)).object.message).toBe(
      `admission webhook "${name}" denied the request: no Binding`,
    );
    expect((await scene.read('pods', 'a')).spec['nodeName']).toBeUndefined();
  });
});
