import { expect } from 'vitest';
import { conformance } from './support/conformance.ts';

const podDefaults = {
  restartPolicy: 'Always',
  terminationGracePeriodSeconds: 30,
  dnsPolicy: 'ClusterFirst',
  securityContext: {},
  schedulerName: 'default-scheduler',
};
const containerDefaults = {
  resources: {},
  terminationMessagePath: '/dev/termination-log',
  terminationMessagePolicy: 'File',
};
const labels = { app: 'a' };
const template = {
  metadata: { labels },
  spec: { containers: [{ name: 'a', image: 'memcached:1.6', ports: [{ containerPort: 80 }] }] },
};
const filledTemplate = {
  metadata: { labels },
  spec: {
    containers: [
      {
        name: 'a',
        image: 'memcached:1.6',
        imagePullPolicy: 'IfNotPresent',
        ports: [
          {
            containerPort: 80,
            protocol: 'TCP',
          },
        ],
        ...containerDefaults,
      },
    ],
    ...podDefaults,
  },
};

conformance('built-in defaults', (it) => {
  it('are set in a Deployment', async (scene) => {
    const { spec } = await scene.create('deployments', {
      metadata: { name: 'a' },
      spec: { selector: { matchLabels: labels }, template },
    });
    expect(spec).toEqual({
      replicas: 1,
      selector: { matchLabels: labels },
      template: filledTemplate,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' } },
      revisionHistoryLimit: 10,
      progressDeadlineSeconds: 600,
    });
  });

  it('are set in a StatefulSet', async (scene) => {
    const { spec } = await scene.create('statefulsets', {
      metadata: { name: 'a' },
      spec: { serviceName: 'a', selector: { matchLabels: labels }, template },
    });
    expect(spec).toEqual({
      replicas: 1,
      selector: { matchLabels: labels },
      template: filledTemplate,
      serviceName: 'a',
      podManagementPolicy: 'OrderedReady',
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 0 } },
      revisionHistoryLimit: 10,
      persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain', whenScaled: 'Retain' },
    });
  });

  it('are set in a DaemonSet', async (scene) => {
    const { spec } = await scene.create('daemonsets', {
      metadata: { name: 'a' },
      spec: { selector: { matchLabels: labels }, template },
    });
    expect(spec).toEqual({
      selector: { matchLabels: labels },
      template: filledTemplate,
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } },
      revisionHistoryLimit: 10,
    });
  });

  it('are set in a Service, with an address', async (scene) => {
    const { spec } = await scene.create('services', {
      metadata: { name: 'a' },
      spec: { selector: labels, ports: [{ port: 80 }] },
    });
    const clusterIP = spec['clusterIP'];
    expect(clusterIP).toMatch(/^10\.0\.0\.\d+$/);
    expect(spec).toEqual({
      ports: [
        {
          protocol: 'TCP',
          port: 80,
          targetPort: 80,
        },
      ],
      selector: labels,
      clusterIP,
      clusterIPs: [clusterIP],
      type: 'ClusterIP',
      sessionAffinity: 'None',
      ipFamilies: ['IPv4'],
      ipFamilyPolicy: 'SingleStack',
      internalTrafficPolicy: 'Cluster',
    });
  });

  it('are a node port for a NodePort Service', async (scene) => {
    const { spec } = await scene.create('services', {
      metadata: { name: 'a' },
      spec: { type: 'NodePort', ports: [{ port: 80 }] },
    });
    expect(spec).toMatchObject({ type: 'NodePort', externalTrafficPolicy: 'Cluster' });
    const [port] = spec['ports'] as { nodePort: number }[];
    expect(port?.nodePort).toBeGreaterThanOrEqual(30000);
    expect(port?.nodePort).toBeLessThanOrEqual(32767);
  });

  it('keep the address of a Service that is updated without one', async (scene) => {
    const made = await scene.create('services', { metadata: { name: 'a' }, spec: { ports: [{ port: 80 }] } });
    const { clusterIP, clusterIPs: _, ...spec } = made.spec;
    const answer = await scene.put(scene.path('services', 'a'), { ...made, spec });
    expect(answer.object.spec['clusterIP']).toBe(clusterIP);
  });

  it('are no address for a headless Service', async (scene) => {
    const { spec } = await scene.create('services', {
      metadata: { name: 'a' },
      spec: { clusterIP: 'None', ports: [{ port: 80 }] },
    });
    expect(spec).toMatchObject({ clusterIP: 'None', clusterIPs: ['None'] });
  });

  it('are set in a Pod', async (scene) => {
    const pod = await scene.create('pods', {
      metadata: { name: 'a' },
      spec: { containers: [{ name: 'a', image: 'memcached' }] },
    });
    expect(pod.spec).toMatchObject({
      ...podDefaults,
      containers: [{ name: 'a', image: 'memcached', imagePullPolicy: 'Always', ...containerDefaults }],
      enableServiceLinks: true,
      preemptionPolicy: 'PreemptLowerPriority',
      priority: 0,
    });
    expect(pod.status).toEqual({ phase: 'Pending', qosClass: 'BestEffort' });
  });

  it('are set in a Job', async (scene) => {
    const job = await scene.create('jobs', {
      metadata: { name: 'a' },
      spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'a', image: 'a' }] } } },
    });
    const labelled = {
      'batch.kubernetes.io/controller-uid': job.metadata.uid,
      'batch.kubernetes.io/job-name': 'a',
      'controller-uid': job.metadata.uid,
      'job-name': 'a',
    };
    expect(job.spec).toMatchObject({
      parallelism: 1,
      completions: 1,
      backoffLimit: 6,
      suspend: false,
      completionMode: 'NonIndexed',
      manualSelector: false,
      selector: { matchLabels: { 'batch.kubernetes.io/controller-uid': job.metadata.uid } },
      template: { metadata: { labels: labelled } },
    });
  });

  it('are set in a CronJob, but not in the spec of its Jobs', async (scene) => {
    const { spec } = await scene.create('cronjobs', {
      metadata: { name: 'a' },
      spec: {
        schedule: '0 * * * *',
        jobTemplate: {
          spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'a', image: 'a' }] } } },
        },
      },
    });
    expect(spec).toMatchObject({
      concurrencyPolicy: 'Allow',
      suspend: false,
      successfulJobsHistoryLimit: 3,
      failedJobsHistoryLimit: 1,
    });
    expect(Object.keys((spec as { jobTemplate: { spec: object } }).jobTemplate.spec)).toEqual(['template']);
  });

  it('are not set in a ConfigMap', async (scene) => {
    const { metadata: _, ...rest } = await scene.create('configmaps', { metadata: { name: 'a' } });
    expect(rest).toEqual({ kind: 'ConfigMap', apiVersion: 'v1' });
  });

  it('are the type of a Secret; its stringData is encoded', async (scene) => {
    const secret = await scene.create('secrets', { metadata: { name: 'a' }, stringData: { key: 'value' } });
    expect(secret).toMatchObject({ type: 'Opaque', data: { key: 'dmFsdWU=' } });
    expect(secret).not.toHaveProperty('stringData');
  });

  it('are set in a PersistentVolumeClaim', async (scene) => {
    const claim = await scene.create('persistentvolumeclaims', {
      metadata: { name: 'a' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    });
    expect(claim.spec).toMatchObject({ volumeMode: 'Filesystem' });
    expect(claim.status).toEqual({ phase: 'Pending' });
    expect(claim.metadata.finalizers).toEqual(['kubernetes.io/pvc-protection']);
  });

  it('are the name label of a Namespace', async (scene) => {
    const { object } = await scene.get(`/api/v1/namespaces/${scene.namespace}`);
    expect(object).toMatchObject({
      metadata: { labels: { 'kubernetes.io/metadata.name': scene.namespace } },
      spec: { finalizers: ['kubernetes'] },
      status: { phase: 'Active' },
    });
  });

  it("are the apiGroup of a RoleBinding's subject", async (scene) => {
    const binding = await scene.create('rolebindings', {
      metadata: { name: 'a' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'a' },
      subjects: [{ kind: 'User', name: 'alice' }],
    });
    expect(binding).toMatchObject({
      subjects: [{ kind: 'User', name: 'alice', apiGroup: 'rbac.authorization.k8s.io' }],
    });
  });
});

conformance('built-in validation', (it) => {
  it('requires the selector of a Deployment to match its template', async (scene) => {
    const answer = await scene.post('deployments', {
      metadata: { name: 'a' },
      spec: { selector: { matchLabels: { app: 'other' } }, template },
    });
    expect(answer.status).toBe(422);
    expect(answer.object.message).toBe(
      'Deployment.apps "a" is invalid: spec.template.metadata.labels: Invalid value: {"app":"a"}: ' +
        '`selector` does not match template `labels`',
    );
  });

  it('requires a container to have an image', async (scene) => {
    const spec = {
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'a' }] } },
    };
    const answer = await scene.post('deployments', { metadata: { name: 'a' }, spec });
    expect(answer.object.message).toBe(
      'Deployment.apps "a" is invalid: spec.template.spec.containers[0].image: Required value',
    );
  });

  it('rejects a Service port out of range', async (scene) => {
    const answer = await scene.post('services', {
      metadata: { name: 'a' },
      spec: { ports: [{ port: 70000 }] },
    });
    expect(answer.status).toBe(422);
    expect(answer.object.message).toContain(
      'spec.ports[0].port: Invalid value: 70000: must be between 1 and 65535, inclusive',
    );
  });

  it('rejects a value of another type than in the schema of a built-in kind', async (scene) => {
    const answer = await scene.post('configmaps', { metadata: { name: 'a' }, data: { key: 5 } });
    expect(answer.status).toBe(400);
    expect(answer.object.message).toBe(
      'ConfigMap in version "v1" cannot be handled as a ConfigMap: json: cannot unmarshal number into Go struct field ConfigMap.data of type string',
    );
  });

  for (const [text, at] of [
    ['hello', 4],
    ['aGVsbG8', 4],
    ['aGVs*G8=', 4],
    ['a', 0],
  ]) {
    it(`rejects data of a Secret that is not base64: ${text}`, async (scene) => {
      const answer = await scene.post('secrets', { metadata: { name: 'a' }, data: { key: text } });
      expect(answer.status).toBe(400);
      expect(answer.object.message).toBe(
        `Secret in version "v1" cannot be handled as a Secret: illegal base64 data at input byte ${at}`,
      );
    });
  }

  it('accepts empty data of a Secret', async (scene) => {
    const answer = await scene.post('secrets', { metadata: { name: 'a' }, data: { key: '' } });
    expect(answer.status).toBe(201);
    expect(answer.object.data).toEqual({ key: '' });
  });

  it('rejects a ConfigMap key with a slash', async (scene) => {
    const answer = await scene.post('configmaps', { metadata: { name: 'a' }, data: { 'a/b': '' } });
    expect(answer.status).toBe(422);
    expect(answer.object.message).toContain(
      'data[a/b]: Invalid value: "a/b": a valid config key must consist of',
    );
  });
});
