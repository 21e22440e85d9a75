import { expect, test } from 'vitest';
import { isSameTemplate, podTemplateHash } from '../../../src/workloads/deployment/pod-template-hash.ts';

const template = {
  metadata: { labels: { app: 'web' } },
  spec: { containers: [{ name: 'web', image: 'nginx:1' }] },
};

test('the hash has the form of those of Kubernetes, and depends on the collision count', () => {
  expect(podTemplateHash(template, undefined)).toMatch(/^[bcdfghjklmnpqrstvwxz2456789]{1,10}$/);
  expect(podTemplateHash(template, 1)).not.toBe(podTemplateHash(template, undefined));
  expect(podTemplateHash({ ...template, spec: { containers: [] } }, undefined)).not.toBe(
    podTemplateHash(template, undefined),
  );
});

test('templates are compared without the hash label and without empty values', () => {
  const labels = { 'pod-template-hash': 'abc', app: 'web' };
  expect(isSameTemplate(template, { ...template, metadata: { labels, annotations: {} } })).toBe(true);
  expect(isSameTemplate(template, { ...template, metadata: { labels: { app: 'api' } } })).toBe(false);
});
