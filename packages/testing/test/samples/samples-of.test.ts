import { defineKind, type KubernetesObject } from '@opgen/runtime';
import { samplesOf, startCluster } from '@opgen/testing';
import { describe, expect, test } from 'vitest';
import { crd, Memcached } from './memcached.ts';

describe('samples of a kind', () => {
  test('are accepted by an API server', async () => {
    await using cluster = await startCluster();
    await cluster.install(crd);
    const samples = await samplesOf(Memcached, { crds: crd });
    expect(samples).not.toEqual([]);
    for (const sample of samples) {
      const { resourceVersion: _, ...metadata } = sample.metadata;
      const stored = await cluster.client.create(Memcached, { ...sample, metadata });
      // Nothing was pruned and no default was set.
      expect(stored.spec).toEqual(sample.spec);
    }
  });

  test('are the same for the same seed, and differ for another', async () => {
    const drawn = await samplesOf(Memcached, { crds: crd, seed: 7 });
    expect(await samplesOf(Memcached, { crds: crd, seed: 7 })).toEqual(drawn);
    expect(await samplesOf(Memcached, { crds: crd, seed: 8 })).not.toEqual(drawn);
  });

  test('contain every field in some and omit optional ones in others', async () => {
    const samples = await samplesOf(Memcached, { crds: crd });
    for (const field of ['image', 'ports', 'labels'] as const) {
      expect(
        samples.some(({ spec }) => spec[field] !== undefined),
        field,
      ).toBe(true);
      expect(
        samples.some(({ spec }) => spec[field] === undefined),
        field,
      ).toBe(true);
    }
    expect(new Set(samples.map(({ spec }) => spec.size))).toEqual(new Set([1, 2, 3, 4, 5]));
    expect(new Set(samples.map(({ spec }) => spec.mode))).toEqual(new Set(['Cache', 'Store']));
    expect(samples.some(({ status }) => status !== undefined)).toBe(true);
  });

  test('need a CRD with the version', async () => {
    const unknown = defineKind<KubernetesObject>({ ...Memcached, apiVersion: 'cache.example.com/v3' });
    await expect(samplesOf(unknown, { crds: crd })).rejects.toThrow('run opgen manifests');
  });

  test('need a schema with valid objects, and name the problem', async () => {
    const impossible = structuredClone(crd);
    const [version] = impossible.spec.versions as { schema: { openAPIV3Schema: { not?: object } } }[];
    if (version !== undefined) version.schema.openAPIV3Schema.not = {};
    await expect(samplesOf(Memcached, { crds: impossible })).rejects.toThrow(/must not validate the schema/);
  });

  test('satisfy the CEL rules of the schema', async () => {
    const ruled = structuredClone(crd);
    const [v1] = ruled.spec.versions as {
      schema: { openAPIV3Schema: { properties: { spec: Record<string, unknown> } } };
    }[];
    if (v1 !== undefined)
      v1.schema.openAPIV3Schema.properties.spec['x-kubernetes-validations'] = [
        { rule: "self.mode == 'Cache' || self.size % 2 == 1" },
      ];
    const samples = await samplesOf(Memcached, { crds: ruled });
    const stores = samples.filter(({ spec }) => spec.mode === 'Store');
    expect(new Set(stores.map(({ spec }) => spec.size))).toEqual(new Set([1, 3, 5]));
  });
});
