import { expect } from 'vitest';
import { conformance } from './support/conformance.ts';
import type { Scene } from './support/scene.ts';

const post = (scene: Scene, name: string, spec: object) =>
  scene.post('services', { metadata: { name }, spec });

conformance('addresses and node ports of Services', (it) => {
  it('belong to one Service', async (scene) => {
    const { spec } = await scene.create('services', {
      metadata: { name: 'a' },
      spec: { type: 'NodePort', ports: [{ port: 80 }] },
    });
    const { clusterIP, ports } = spec as { clusterIP: string; ports: { nodePort: number }[] };
    const sameAddress = await post(scene, 'b', { clusterIP, ports: [{ port: 80 }] });
    expect(sameAddress.object).toMatchObject({
      code: 422,
      message: `Service "b" is invalid: spec.clusterIPs: Invalid value: ["${clusterIP}"]: failed to allocate IP ${clusterIP}: provided IP is already allocated`,
    });
    const nodePort = ports[0]?.nodePort;
    const samePort = await post(scene, 'b', { type: 'NodePort', ports: [{ port: 80, nodePort }] });
    expect(samePort.object).toMatchObject({
      code: 422,
      message: `Service "b" is invalid: spec.ports[0].nodePort: Invalid value: ${nodePort}: provided port is already allocated`,
    });
  });

  it('lie in the ranges of the cluster', async (scene) => {
    const address = await post(scene, 'a', { clusterIP: '10.200.0.99', ports: [{ port: 80 }] });
    expect(address.object.message).toBe(
      'Service "a" is invalid: spec.clusterIPs: Invalid value: ["10.200.0.99"]: failed to allocate IP 10.200.0.99: ' +
        'the provided network does not match the current range',
    );
    const port = await post(scene, 'a', { type: 'NodePort', ports: [{ port: 80, nodePort: 80 }] });
    expect(port.object.message).toBe(
      'Service "a" is invalid: spec.ports[0].nodePort: Invalid value: 80: provided port is not in the valid range. ' +
        'The range of valid ports is 30000-32767',
    );
  });

  it('are given up by a Service that no longer needs them', async (scene) => {
    await scene.create('services', {
      metadata: { name: 'a' },
      spec: { type: 'NodePort', ports: [{ port: 80 }] },
    });
    const stored = await scene.read('services', 'a');
    const path = scene.path('services', 'a');
    const internal = await scene.put(path, { ...stored, spec: { ...stored.spec, type: 'ClusterIP' } });
    expect(internal.object.spec).toMatchObject({ clusterIP: stored.spec['clusterIP'] });
    expect(internal.object.spec['ports']).toEqual([{ port: 80, targetPort: 80, protocol: 'TCP' }]);
    expect(internal.object.spec).not.toHaveProperty('externalTrafficPolicy');
    const external = await scene.patch('merge', path, {
      spec: { type: 'ExternalName', externalName: 'example.com' },
    });
    expect(external.object.spec).toEqual({
      type: 'ExternalName',
      externalName: 'example.com',
      sessionAffinity: 'None',
      ports: [{ port: 80, targetPort: 80, protocol: 'TCP' }],
    });
  });
});
