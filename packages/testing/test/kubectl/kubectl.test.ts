import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { definition, deployment, memcached } from './manifests.ts';
import { kubectlIsHere, openTerminal, type Terminal } from './kubectl.ts';

/** The cases run in order, like the commands of a user in one terminal. */
describe.skipIf(!kubectlIsHere)('kubectl with the embedded API server', () => {
  let terminal: Terminal;
  const files = { definition: '', memcached: '', deployment: '' };
  const kubectl = (...args: string[]): Promise<string> => terminal.kubectl(...args);

  beforeAll(async () => {
    terminal = await openTerminal();
    files.definition = await terminal.file('definition.yaml', definition);
    files.memcached = await terminal.file('memcached.yaml', memcached(2));
    files.deployment = await terminal.file('deployment.yaml', deployment);
  });

  afterAll(() => terminal.close());

  it('applies a CRD and waits until it is served', async () => {
    expect(await kubectl('apply', '-f', files.definition)).toContain('created');
    const name = 'crd/memcacheds.cache.example.com';
    expect(await kubectl('wait', '--for=condition=Established', name)).toContain('condition met');
  });

  it('applies a custom resource and a Deployment', async () => {
    expect(await kubectl('apply', '-f', files.memcached)).toBe(
      'memcached.cache.example.com/sample created\n',
    );
    expect(await kubectl('apply', '-f', files.deployment)).toBe('deployment.apps/web created\n');
  });

  it('changes nothing when it applies them again', async () => {
    expect(await kubectl('apply', '-f', files.memcached)).toContain('unchanged');
    expect(await kubectl('apply', '-f', files.deployment)).toContain('unchanged');
  });

  it('uses server-side apply, with --force-conflicts for fields of others', async () => {
    const changed = await terminal.file('changed.yaml', memcached(3));
    const apply = ['apply', '--server-side', '--field-manager=another', '-f', changed];
    await expect(kubectl(...apply)).rejects.toThrow('conflict');
    expect(await kubectl(...apply, '--force-conflicts')).toContain('serverside-applied');
  });

  it('shows a diff', async () => {
    await expect(kubectl('diff', '-f', files.memcached)).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining('-  size: 3\n+  size: 2'),
    });
  });

  it('prints tables with the columns of the CRD', async () => {
    const [head = '', row = ''] = (await kubectl('get', 'memcacheds')).split('\n');
    expect(head.split(/\s+/).filter(Boolean)).toEqual(['NAME', 'SIZE', 'AGE']);
    expect(row.split(/\s+/).slice(0, 2)).toEqual(['sample', '3']);
    expect(await kubectl('get', 'deploy', '-o', 'wide')).toMatch(/^NAME +READY +UP-TO-DATE +AVAILABLE +AGE/);
  });

  it('gets whole objects by name and by selector', async () => {
    expect(await kubectl('get', 'mc', 'sample', '-o', 'jsonpath={.spec.size}')).toBe('3');
    expect(await kubectl('get', 'mc', 'sample', '-o', 'yaml')).toContain('kind: Memcached');
    expect(await kubectl('get', 'mc', '--selector', 'tier=none')).toContain('No resources found');
  });

  it('watches', async () => {
    const watch = ['get', 'mc', '--watch', '--output-watch-events', '--request-timeout=2s'];
    const { stdout } = await kubectl(...watch).then(
      (text) => ({ stdout: text }),
      (error: { stdout: string }) => error,
    );
    expect(stdout).toMatch(/ADDED +sample/);
  });

  it('describes', async () => {
    expect(await kubectl('describe', 'deployment', 'web')).toMatch(/Replicas: +2 desired/);
    expect(await kubectl('describe', 'mc', 'sample')).toMatch(/Kind: +Memcached/);
  });

  it('explains built-in kinds and custom resources', async () => {
    expect(await kubectl('explain', 'deployment.spec.replicas')).toContain('replicas <integer>');
    expect(await kubectl('explain', 'mc.spec')).toContain('How many pods to run.');
  });

  it('scales', async () => {
    expect(await kubectl('scale', 'deployment', 'web', '--replicas=5')).toContain('scaled');
    expect(await kubectl('scale', 'mc', 'sample', '--replicas=4')).toContain('scaled');
    expect(await kubectl('get', 'mc', 'sample', '-o', 'jsonpath={.spec.size}')).toBe('4');
  });

  it('labels and annotates', async () => {
    expect(await kubectl('label', 'mc', 'sample', 'tier=cache')).toContain('labeled');
    expect(await kubectl('annotate', 'mc', 'sample', 'note=any text')).toContain('annotated');
    expect(await kubectl('get', 'mc', '-l', 'tier in (cache)', '-o', 'name')).toContain('/sample');
  });

  it.each([
    ['json', '[{"op":"replace","path":"/spec/replicas","value":1}]'],
    ['merge', '{"spec":{"replicas":2}}'],
    ['strategic', '{"spec":{"template":{"spec":{"containers":[{"name":"web","image":"nginx:2"}]}}}}'],
  ])('patches with a %s patch', async (type, change) => {
    expect(await kubectl('patch', 'deployment', 'web', `--type=${type}`, '-p', change)).toContain('patched');
  });

  it('edits', async () => {
    expect(await kubectl('edit', 'mc', 'sample')).toContain('no changes made');
  });

  it('waits for a value', async () => {
    const value = '--for=jsonpath={.spec.size}=4';
    expect(await kubectl('wait', value, 'mc/sample', '--timeout=5s')).toContain('condition met');
  });

  it.each([
    ['namespace', 'a'],
    ['configmap', 'a', '--from-literal=key=value'],
    ['secret', 'generic', 'a', '--from-literal=key=value'],
    ['serviceaccount', 'a'],
    ['deployment', 'a', '--image=nginx', '--replicas=0'],
    ['service', 'clusterip', 'a', '--tcp=80:8080'],
    ['job', 'a', '--image=busybox'],
    ['role', 'a', '--verb=get', '--resource=pods'],
  ])('creates a %s', async (...args) => {
    expect(await kubectl('create', ...args)).toContain('/a created');
  });

  it('creates exactly the requested objects', async () => {
    const { cluster } = terminal;
    const path = '/apis/apps/v1/namespaces/default/deployments/a';
    const response = await cluster.transport.request({ method: 'GET', path });
    expect(JSON.parse(await response.text())).toMatchObject({
      metadata: { labels: { app: 'a' } },
      spec: { replicas: 0, selector: { matchLabels: { app: 'a' } } },
    });
    expect(await kubectl('get', 'secret', 'a', '-o', 'jsonpath={.data.key}')).toBe('dmFsdWU=');
  });

  it('checks permissions', async () => {
    expect(await kubectl('auth', 'can-i', 'create', 'deployments')).toBe('yes\n');
    const someone = kubectl('auth', 'can-i', 'create', 'deployments', '--as=someone');
    await expect(someone).rejects.toMatchObject({ stdout: 'no\n' });
    expect(await kubectl('auth', 'whoami')).toContain('kubernetes-admin');
  });

  it('lists API resources', async () => {
    expect(await kubectl('api-resources')).toMatch(/memcacheds +mc +cache.example.com\/v1 +true +Memcached/);
    expect(await kubectl('api-versions')).toContain('cache.example.com/v1\n');
  });

  it('applies a kustomization', async () => {
    const kustomization = 'namePrefix: from-\nresources: [deployment.yaml]\n';
    const folder = dirname(await terminal.file('kustomization.yaml', kustomization));
    expect(await kubectl('apply', '-k', folder)).toBe('deployment.apps/from-web created\n');
  });

  it('deletes and waits for the deletion', async () => {
    expect(await kubectl('delete', '-f', files.memcached, '--wait')).toContain('deleted');
    expect(await kubectl('wait', '--for=delete', 'mc/sample', '--timeout=5s')).toBe('');
  });

  it('deletes a namespace with its contents', async () => {
    await kubectl('create', 'configmap', 'b', '--namespace=a');
    expect(await kubectl('delete', 'namespace', 'a')).toContain('deleted');
    await expect(kubectl('get', 'configmap', 'b', '--namespace=a')).rejects.toThrow('NotFound');
  });
});
