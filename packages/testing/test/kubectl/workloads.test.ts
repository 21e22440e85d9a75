import { systemClock } from '@opgen/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kubectlIsHere, openTerminal, type Terminal } from './kubectl.ts';

/** The cases run in order, like the commands of a user in one terminal. */
describe.skipIf(!kubectlIsHere)('kubectl with a cluster that has nodes', () => {
  let terminal: Terminal;
  const kubectl = (...args: string[]): Promise<string> => terminal.kubectl(...args);
  const rolledOut = (): Promise<string> => kubectl('rollout', 'status', 'deployment/web', '-n', 'team');

  beforeAll(async () => {
    terminal = await openTerminal({ workloads: { nodes: 2 }, clock: systemClock });
    await kubectl('create', 'namespace', 'team');
  });

  afterAll(() => terminal.close());

  it('waits until a Deployment is rolled out', async () => {
    await kubectl('create', 'deployment', 'web', '--image=nginx:1', '--replicas=2', '-n', 'team');
    expect(await rolledOut()).toContain('successfully rolled out');
    expect(await kubectl('get', 'pods', '-n', 'team')).toMatch(/web-\S+ +1\/1 +Running +0/);
  });

  it('rolls out another image, and undoes it', async () => {
    await kubectl('set', 'image', 'deployment/web', 'nginx=nginx:2', '-n', 'team');
    expect(await rolledOut()).toContain('successfully rolled out');
    expect(await kubectl('rollout', 'history', 'deployment/web', '-n', 'team')).toMatch(/^2 /m);
    expect(await kubectl('rollout', 'undo', 'deployment/web', '-n', 'team')).toContain('rolled back');
    await rolledOut();
    const image = '-o=jsonpath={.spec.template.spec.containers[0].image}';
    expect(await kubectl('get', 'deployment', 'web', '-n', 'team', image)).toBe('nginx:1');
  });

  it('scales and waits for a condition', async () => {
    await kubectl('scale', 'deployment/web', '--replicas=3', '-n', 'team');
    await rolledOut();
    const replicas = '--for=jsonpath={.status.readyReplicas}=3';
    expect(await kubectl('wait', 'deployment/web', '-n', 'team', replicas)).toContain('condition met');
  });

  it('explains fields', async () => {
    expect(await kubectl('explain', 'deployment.spec.strategy')).toMatch(/rollingUpdate\s+<RollingUpdate/);
  });

  it('tells who may do what', async () => {
    expect(await kubectl('auth', 'can-i', 'create', 'pods')).toBe('yes\n');
    const asked = ['auth', 'can-i', 'get', 'pods', '-n', 'team', '--as=system:serviceaccount:team:default'];
    await expect(kubectl(...asked)).rejects.toThrow();
    await kubectl('create', 'role', 'reader', '--verb=get', '--resource=pods', '-n', 'team');
    const granted = ['--role=reader', '--serviceaccount=team:default', '-n', 'team'];
    await kubectl('create', 'rolebinding', 'reader', ...granted);
    expect(await kubectl(...asked)).toBe('yes\n');
  });

  it('drains a node', async () => {
    const drained = await kubectl('drain', 'node-1', '--ignore-daemonsets', '--force');
    expect(drained).toContain('node/node-1 drained');
    await rolledOut();
    const nodes = await kubectl('get', 'pods', '-n', 'team', '-o=jsonpath={.items[*].spec.nodeName}');
    expect([...new Set(nodes.split(' '))]).toEqual(['node-2']);
  });

  it('is refused with the reason where a container would be needed', async () => {
    await expect(kubectl('exec', 'deployment/web', '-n', 'team', '--', 'ls')).rejects.toThrow(
      'no container runs in the embedded cluster',
    );
    await expect(kubectl('port-forward', 'deployment/web', '8080:80', '-n', 'team')).rejects.toThrow(
      'the embedded API server speaks only v4.channel.k8s.io',
    );
    expect(await kubectl('logs', 'deployment/web', '-n', 'team')).toMatch(/^(Found .*\n)?$/);
  });

  it('deletes a namespace with everything in it', async () => {
    expect(await kubectl('delete', 'namespace', 'team')).toContain('deleted');
    await expect(kubectl('get', 'namespace', 'team')).rejects.toThrow('not found');
  });
});
