import { expect } from 'vitest';
import { conformance } from './support/conformance.ts';
import { expectRefusal } from './support/refusal.ts';
import type { Scene } from './support/scene.ts';

const image = 'nginx';
const restricted = {
  allowPrivilegeEscalation: false,
  capabilities: { drop: ['ALL'] },
  runAsNonRoot: true,
  seccompProfile: { type: 'RuntimeDefault' },
};

/** Sets labels of the case's namespace, without their prefix, and returns the response. */
async function label(scene: Scene, labels: Record<string, string>): ReturnType<Scene['patch']> {
  const prefixed = Object.entries(labels).map(([name, value]) => [
    `pod-security.kubernetes.io/${name}`,
    value,
  ]);
  const answer = await scene.patch('merge', `/api/v1/namespaces/${scene.namespace}`, {
    metadata: { labels: Object.fromEntries(prefixed) },
  });
  if (answer.status === 200 && labels['enforce'] === 'restricted') await known(scene);
  return answer;
}

/** Waits until the admission plug-in knows that the namespace enforces a level. */
async function known(scene: Scene): Promise<void> {
  const probe = {
    metadata: { name: 'probe' },
    spec: { hostNetwork: true, containers: [{ name: 'c', image }] },
  };
  await expect.poll(async () => (await scene.post('pods', probe, '?dryRun=All')).status).toBe(403);
}

function pod(spec: object, annotations?: object): object {
  return {
    metadata: { name: 'a', ...(annotations && { annotations }) },
    spec: { containers: [{ name: 'c', image, securityContext: restricted }], ...spec },
  };
}

function container(name: string, securityContext: object = {}, more: object = {}): object {
  return { name, image, securityContext: { ...restricted, ...securityContext }, ...more };
}

/** Pods by what the standards reject in them. */
const violating: Readonly<
  Record<string, [spec: object, baseline: string | undefined, restricted: string | undefined]>
> = {
  nothing: [{}, undefined, undefined],
  'privilege escalation': [
    {
      containers: [
        container('c', { allowPrivilegeEscalation: true }),
        container('d', { allowPrivilegeEscalation: undefined }),
      ],
    },
    undefined,
    'allowPrivilegeEscalation != false (containers "c", "d" must set securityContext.allowPrivilegeEscalation=false)',
  ],
  'AppArmor profiles': [
    { containers: [container('c', { appArmorProfile: { type: 'Unconfined' } })] },
    'forbidden AppArmor profile (container "c" must not set AppArmor profile type to "Unconfined")',
    'forbidden AppArmor profile (container "c" must not set AppArmor profile type to "Unconfined")',
  ],
  capabilities: [
    {
      containers: [container('c', { capabilities: { add: ['SYS_ADMIN', 'CHOWN', 'NET_ADMIN'] } })],
      initContainers: [container('i', { capabilities: { drop: ['ALL'], add: ['NET_BIND_SERVICE'] } })],
    },
    'non-default capabilities (container "c" must not include "NET_ADMIN", "SYS_ADMIN" in securityContext.capabilities.add)',
    'unrestricted capabilities (container "c" must set securityContext.capabilities.drop=["ALL"]; ' +
      'container "c" must not include "CHOWN", "NET_ADMIN", "SYS_ADMIN" in securityContext.capabilities.add)',
  ],
  'host namespaces': [
    { hostNetwork: true, hostIPC: true },
    'host namespaces (hostNetwork=true, hostIPC=true)',
    'host namespaces (hostNetwork=true, hostIPC=true)',
  ],
  volumes: [
    {
      volumes: [
        { name: 'v', hostPath: { path: '/' } },
        { name: 'w', nfs: { server: 's', path: '/' } },
        { name: 'x', emptyDir: {} },
      ],
    },
    'hostPath volumes (volume "v")',
    'restricted volume types (volumes "v", "w" use restricted volume types "hostPath", "nfs")',
  ],
  'host ports': [
    {
      containers: [
        container(
          'c',
          {},
          {
            ports: [
              { containerPort: 1, hostPort: 8080 },
              { containerPort: 2, hostPort: 80 },
            ],
          },
        ),
      ],
    },
    'hostPort (container "c" uses hostPorts 80, 8080)',
    'hostPort (container "c" uses hostPorts 80, 8080)',
  ],
  'hosts of probes': [
    { containers: [container('c', {}, { livenessProbe: { tcpSocket: { port: 1, host: 'example.com' } } })] },
    'probe or lifecycle host (container "c" uses probe or lifecycle host "example.com")',
    'probe or lifecycle host (container "c" uses probe or lifecycle host "example.com")',
  ],
  'privileged containers': [
    { containers: [container('c', { privileged: true, allowPrivilegeEscalation: undefined })] },
    'privileged (container "c" must not set securityContext.privileged=true)',
    'privileged (container "c" must not set securityContext.privileged=true), ' +
      'allowPrivilegeEscalation != false (container "c" must set securityContext.allowPrivilegeEscalation=false)',
  ],
  users: [
    { containers: [container('c', { runAsUser: 0 })], securityContext: { runAsUser: 0 } },
    undefined,
    'runAsUser=0 (pod and container "c" must not set runAsUser=0)',
  ],
  root: [
    { containers: [container('c', { runAsNonRoot: undefined }), container('d', { runAsNonRoot: false })] },
    undefined,
    'runAsNonRoot != true (container "d" must not set securityContext.runAsNonRoot=false)',
  ],
  'implicit root': [
    { containers: [container('c', { runAsNonRoot: undefined })] },
    undefined,
    'runAsNonRoot != true (pod or container "c" must set securityContext.runAsNonRoot=true)',
  ],
  'SELinux options': [
    {
      containers: [container('c', { seLinuxOptions: { type: 'spc_t', user: 'u' } })],
      securityContext: { seLinuxOptions: { type: 'container_t', role: 'r' } },
    },
    'seLinuxOptions (pod and container "c" set forbidden securityContext.seLinuxOptions: type "spc_t"; ' +
      'user may not be set; role may not be set)',
    'seLinuxOptions (pod and container "c" set forbidden securityContext.seLinuxOptions: type "spc_t"; ' +
      'user may not be set; role may not be set)',
  ],
  'seccomp profiles': [
    { containers: [container('c', { seccompProfile: { type: 'Unconfined' } })] },
    'seccompProfile (container "c" must not set securityContext.seccompProfile.type to "Unconfined")',
    'seccompProfile (container "c" must not set securityContext.seccompProfile.type to "Unconfined")',
  ],
  'missing seccomp profiles': [
    { containers: [container('c', { seccompProfile: undefined })] },
    undefined,
    'seccompProfile (pod or container "c" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")',
  ],
  sysctls: [
    {
      securityContext: {
        sysctls: [
          { name: 'kernel.msgmax', value: '1' },
          { name: 'net.ipv4.tcp_rmem', value: '1' },
        ],
      },
    },
    'forbidden sysctls (kernel.msgmax)',
    'forbidden sysctls (kernel.msgmax)',
  ],
  'several rules': [
    { hostPID: true, containers: [{ name: 'c', image }] },
    'host namespaces (hostPID=true)',
    'host namespaces (hostPID=true), ' +
      'allowPrivilegeEscalation != false (container "c" must set securityContext.allowPrivilegeEscalation=false), ' +
      'unrestricted capabilities (container "c" must set securityContext.capabilities.drop=["ALL"]), ' +
      'runAsNonRoot != true (pod or container "c" must set securityContext.runAsNonRoot=true), ' +
      'seccompProfile (pod or container "c" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")',
  ],
};

conformance('Pod security', (it) => {
  for (const [what, [spec, baseline, strict]] of Object.entries(violating)) {
    it(`checks ${what}`, async (scene) => {
      await label(scene, { enforce: 'restricted' });
      const answer = await scene.post('pods', pod(spec), '?dryRun=All');
      if (strict === undefined) expect(answer.status, answer.text).toBe(201);
      else {
        expectRefusal(answer, {
          code: 403,
          reason: 'Forbidden',
          message: `pods "a" is forbidden: violates PodSecurity "restricted:latest": ${strict}`,
          details: { name: 'a', kind: 'pods' },
        });
      }
      await label(scene, { enforce: 'privileged', warn: 'baseline' });
      const warning = async (): Promise<string | undefined> => {
        const warned = await scene.post('pods', pod(spec), '?dryRun=All');
        return warned.status === 201 ? warned.headers['warning'] : warned.text;
      };
      const quoted = JSON.stringify(`would violate PodSecurity "baseline:latest": ${baseline}`);
      await expect.poll(warning).toBe(baseline === undefined ? undefined : `299 - ${quoted}`);
    });
  }

  it('checks by an older version', async (scene) => {
    await label(scene, { enforce: 'restricted', 'enforce-version': 'v1.7' });
    const containers = [{ name: 'c', image, securityContext: { runAsNonRoot: true } }];
    const post = (): ReturnType<Scene['post']> => scene.post('pods', pod({ containers }), '?dryRun=All');
    await expect.poll(async () => (await post()).status).toBe(201);
    const answer = await scene.post('pods', pod({ containers: [{ name: 'c', image }] }));
    expect(answer.object.message).toBe(
      'pods "a" is forbidden: violates PodSecurity "restricted:v1.7": runAsNonRoot != true ' +
        '(pod or container "c" must set securityContext.runAsNonRoot=true)',
    );
  });

  it('warns of what it enforces if a workload would violate it', async (scene) => {
    await label(scene, { enforce: 'restricted' });
    const answer = await scene.post('deployments', {
      metadata: { name: 'a' },
      spec: {
        selector: { matchLabels: { a: 'b' } },
        template: {
          metadata: { labels: { a: 'b' } },
          spec: { containers: [container('c', { runAsNonRoot: false })] },
        },
      },
    });
    expect(answer.status).toBe(201);
    expect(answer.headers['warning']).toBe(
      String.raw`299 - "would violate PodSecurity \"restricted:latest\": runAsNonRoot != true (container \"c\" must not set securityContext.runAsNonRoot=false)"`,
    );
  });

  it('names a Pod whose name is generated', async (scene) => {
    await label(scene, { enforce: 'restricted' });
    const { spec } = pod({ hostPID: true }) as { spec: object };
    const answer = await scene.post('pods', { metadata: { generateName: 'a-' }, spec });
    expect(String(answer.object.message).replace(/a-\w{5}"/, 'a-*"')).toBe(
      'pods "a-*" is forbidden: violates PodSecurity "restricted:latest": host namespaces (hostPID=true)',
    );
  });

  it('does not check updates that change no image', async (scene) => {
    await scene.create('pods', pod({ hostPID: true }));
    await label(scene, { enforce: 'restricted' });
    const path = scene.path('pods', 'a');
    expect((await scene.patch('merge', path, { metadata: { labels: { a: 'b' } } })).status).toBe(200);
    const answer = await scene.patch('strategic', path, {
      spec: { containers: [{ name: 'c', image: 'other' }] },
    });
    expect(answer.object.message).toContain('violates PodSecurity "restricted:latest"');
  });

  it('rejects labels that it does not know', async (scene) => {
    const answer = await label(scene, { enforce: 'strict', 'warn-version': 'newest' });
    expect(answer.status).toBe(422);
    expect(answer.object.message).toBe(
      `Namespace "${scene.namespace}" is invalid: [metadata.labels[pod-security.kubernetes.io/enforce]: ` +
        'Invalid value: "strict": must be one of privileged, baseline, restricted, ' +
        'metadata.labels[pod-security.kubernetes.io/warn-version]: ' +
        'Invalid value: "newest": must be "latest" or "v1.x"]',
    );
  });

  it('warns of the Pods that violate a stricter level', async (scene) => {
    const { spec } = pod({ hostPID: true }) as { spec: object };
    for (const name of ['b', 'a']) await scene.create('pods', { metadata: { name }, spec });
    await scene.create('pods', { metadata: { name: 'c' }, spec: { containers: [{ name: 'c', image }] } });
    const warnings = async (): Promise<string[]> => {
      const answer = await scene.patch('merge', `/api/v1/namespaces/${scene.namespace}?dryRun=All`, {
        metadata: { labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } },
      });
      return (answer.headers['warning'] ?? '').split(', 299 - ');
    };
    await expect.poll(warnings).toHaveLength(3);
    expect(await warnings()).toEqual([
      `299 - "existing pods in namespace \\"${scene.namespace}\\" violate the new PodSecurity enforce level \\"restricted:latest\\""`,
      '"a (and 1 other pod): host namespaces"',
      '"c: allowPrivilegeEscalation != false, unrestricted capabilities, runAsNonRoot != true, seccompProfile"',
    ]);
  });
});
