import { expect } from 'vitest';
import { conformance } from './support/conformance.ts';

conformance('generateName', (it) => {
  it('adds five characters that cannot form words', async (scene) => {
    const { metadata } = await scene.create('configmaps', { metadata: { generateName: 'cache-' } });
    expect(metadata.name).toMatch(/^cache-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
    expect(metadata.generateName).toBe('cache-');
  });

  it('is ignored if there is a name', async (scene) => {
    const { metadata } = await scene.create('widgets', { metadata: { name: 'a', generateName: 'cache-' } });
    expect(metadata).toMatchObject({ name: 'a', generateName: 'cache-' });
  });

  it('makes a different name each time', async (scene) => {
    const first = await scene.create('widgets', { metadata: { generateName: 'cache-' } });
    const second = await scene.create('widgets', { metadata: { generateName: 'cache-' } });
    expect(second.metadata.name).not.toBe(first.metadata.name);
  });

  it('truncates a long prefix', async (scene) => {
    const { metadata } = await scene.create('configmaps', { metadata: { generateName: 'c'.repeat(70) } });
    expect(metadata.name).toMatch(/^c{58}[bcdfghjklmnpqrstvwxz2456789]{5}$/);
  });
});
