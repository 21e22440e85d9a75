/** Writes objects directly into etcd, which takes seconds for a hundred thousand. */
import { createHash } from 'node:crypto';

/** The most operations that etcd accepts in one transaction. */
const inOneGo = 128;

/** Writes that many Memcacheds into etcd, as kube-apiserver would store them. Returns the size of one in bytes. */
export async function fill(etcdUrl: string, count: number): Promise<number> {
  let bytes = 0;
  for (let first = 0; first < count; first += inOneGo) {
    const indexes = Array.from({ length: Math.min(inOneGo, count - first) }, (_, index) => first + index);
    const success = indexes.map((index) => {
      const value = JSON.stringify(memcached(index));
      bytes = value.length;
      return { requestPut: { key: base64(keyOf(index)), value: base64(value) } };
    });
    const response = await fetch(`${etcdUrl}/v3/kv/txn`, {
      method: 'POST',
      body: JSON.stringify({ success }),
    });
    if (!response.ok) throw new Error(`etcd does not take them: ${await response.text()}`);
  }
  return bytes;
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const nameOf = (index: number): string => `memcached-${String(index).padStart(6, '0')}`;
const keyOf = (index: number): string =>
  `/registry/benchmark.example.com/memcacheds/default/${nameOf(index)}`;

const fields = (keys: readonly string[]): object => Object.fromEntries(keys.map((key) => [`f:${key}`, {}]));

/** As large as typical resources: with labels, annotations and managed fields. */
function memcached(index: number): object {
  const name = nameOf(index);
  const digest = createHash('sha256').update(name).digest('hex');
  const uid = digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5');
  const labels = {
    'app.kubernetes.io/name': 'memcached',
    'app.kubernetes.io/instance': name,
    'app.kubernetes.io/part-of': `shop-${index % 50}`,
    'app.kubernetes.io/managed-by': 'kustomize',
  };
  const annotations = {
    'example.com/owner': `team-${index % 20}@example.com`,
    'example.com/checksum': digest,
    'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify({ kind: 'Memcached', name, labels }),
  };
  const fieldsV1 = {
    'f:metadata': {
      'f:annotations': { '.': {}, ...fields(Object.keys(annotations)) },
      'f:labels': { '.': {}, ...fields(Object.keys(labels)) },
    },
    'f:spec': { '.': {}, 'f:size': {} },
  };
  const managed = {
    apiVersion: 'benchmark.example.com/v1',
    fieldsType: 'FieldsV1',
    time: '2026-01-01T00:00:00Z',
  };
  return {
    apiVersion: 'benchmark.example.com/v1',
    kind: 'Memcached',
    metadata: {
      name,
      namespace: 'default',
      uid,
      generation: 1,
      creationTimestamp: '2026-01-01T00:00:00Z',
      labels,
      annotations,
      managedFields: [
        { ...managed, manager: 'kubectl-client-side-apply', operation: 'Update', fieldsV1 },
        {
          ...managed,
          manager: 'benchmark',
          operation: 'Update',
          subresource: 'status',
          fieldsV1: { 'f:status': { '.': {}, 'f:observedGeneration': {}, 'f:ready': {} } },
        },
      ],
    },
    spec: { size: 3 },
    status: { observedGeneration: 1, ready: true },
  };
}
