import type { Node, PersistentVolume, PersistentVolumeClaim } from '@opgen/runtime/kinds/core/v1';
import { expect, test } from 'vitest';
import { bestVolume, mismatch, type Search } from '../../../src/workloads/volumes/claims.ts';

const claim: PersistentVolumeClaim = {
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'data', namespace: 'default', uid: 'u', resourceVersion: '1', creationTimestamp: '' },
  spec: {
    accessModes: ['ReadWriteOnce'],
    resources: { requests: { storage: '2Gi' } },
    storageClassName: 'fast',
  },
};
const node = { metadata: { name: 'node-1', labels: { zone: 'a' } } } as unknown as Node;

function volume(name: string, spec: Partial<PersistentVolume['spec']> = {}, phase = 'Available') {
  return {
    metadata: { name },
    spec: { capacity: { storage: '2Gi' }, accessModes: ['ReadWriteOnce'], storageClassName: 'fast', ...spec },
    status: { phase },
  } as PersistentVolume;
}

const large = { capacity: { storage: '10Gi' } };
const reserved = { claimRef: { name: 'data', namespace: 'default' } };
const zone = (value: string): Partial<PersistentVolume['spec']> => ({
  nodeAffinity: {
    required: {
      nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'In', values: [value] }] }],
    },
  },
});

test.each<{ case: string; volumes: PersistentVolume[]; search?: Search; best?: string }>([
  { case: 'the smallest', volumes: [volume('a', large), volume('b')], best: 'b' },
  {
    case: 'few access modes before size',
    volumes: [volume('a', { accessModes: ['ReadWriteOnce', 'ReadWriteMany'] }), volume('b', large)],
    best: 'b',
  },
  { case: 'the reserved one', volumes: [volume('a'), volume('b', { ...large, ...reserved })], best: 'b' },
  { case: 'none that is taken', volumes: [volume('a')], search: { taken: new Set(['a']) } },
  {
    case: 'none of another claim',
    volumes: [volume('a', { claimRef: { name: 'other', namespace: 'default' } })],
  },
  {
    case: 'none of an earlier claim of this name',
    volumes: [volume('a', { claimRef: { ...reserved.claimRef, uid: 'old' } })],
  },
  { case: 'none that is not available', volumes: [volume('a', {}, 'Released')] },
  { case: 'only reserved ones before a Pod needs it', volumes: [volume('a')], search: { isDelayed: true } },
  {
    case: 'one that the node reaches',
    volumes: [volume('a', zone('b')), volume('b', { ...large, ...zone('a') })],
    search: { node },
    best: 'b',
  },
  {
    case: 'no reserved one elsewhere',
    volumes: [volume('a', { ...reserved, ...zone('b') })],
    search: { node },
  },
])('$case', ({ volumes, search, best }) => {
  expect(bestVolume(claim, volumes, search)?.metadata.name).toBe(best);
});

test.each([
  [{ capacity: { storage: '1Gi' } }, 'requested PV is too small'],
  [{ storageClassName: 'slow' }, 'storageClassName does not match'],
  [{ volumeAttributesClassName: 'gold' }, 'volumeAttributesClassName does not match'],
  [{ volumeMode: 'Block' }, 'incompatible volumeMode'],
  [{ accessModes: ['ReadOnlyMany'] }, 'incompatible accessMode'],
  [{}, undefined],
])('%o: %s', (spec, problem) => {
  expect(mismatch(volume('a', spec), claim)).toBe(problem);
});
