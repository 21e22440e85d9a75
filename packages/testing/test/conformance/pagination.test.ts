import { expect } from 'vitest';
import { conformance } from './support/conformance.ts';
import type { Scene } from './support/scene.ts';
import type { StoredObject } from './support/target.ts';

const names = (list: StoredObject): string[] => list.items.map((item) => item.metadata.name);

async function fill(scene: Scene): Promise<void> {
  for (const name of ['a', 'b', 'c', 'd', 'e']) {
    await scene.create('configmaps', {
      metadata: { name, labels: { half: name < 'c' ? 'first' : 'second' } },
    });
  }
}

conformance('pagination', (it) => {
  it('returns limit items and remainingItemCount', async (scene) => {
    await fill(scene);
    const page = (await scene.get(`${scene.path('configmaps')}?limit=2`)).object;
    expect(names(page)).toEqual(['a', 'b']);
    expect(page.metadata.remainingItemCount).toBe(3);
    expect(page.metadata.continue).toBeTruthy();
  });

  it('continues where the previous page ended', async (scene) => {
    await fill(scene);
    const path = `${scene.path('configmaps')}?limit=2`;
    const first = (await scene.get(path)).object;
    const second = (await scene.get(`${path}&continue=${first.metadata.continue}`)).object;
    const third = (await scene.get(`${path}&continue=${second.metadata.continue}`)).object;
    expect([names(second), names(third)]).toEqual([['c', 'd'], ['e']]);
    expect(second.metadata.remainingItemCount).toBe(1);
    expect(third.metadata).not.toHaveProperty('continue');
    expect(third.metadata).not.toHaveProperty('remainingItemCount');
  });

  it('keeps the version of the first page', async (scene) => {
    await fill(scene);
    const path = `${scene.path('configmaps')}?limit=3`;
    const first = (await scene.get(path)).object;
    await scene.create('configmaps', { metadata: { name: 'dd' } });
    await scene.delete(scene.path('configmaps', 'e'));
    const second = (await scene.get(`${path}&continue=${first.metadata.continue}`)).object;
    expect(names(second)).toEqual(['d', 'e']);
    expect(second.metadata.resourceVersion).toBe(first.metadata.resourceVersion);
  });

  it('returns no remainingItemCount with a selector', async (scene) => {
    await fill(scene);
    const page = (await scene.get(`${scene.path('configmaps')}?limit=2&labelSelector=half=second`)).object;
    expect(names(page)).toEqual(['c', 'd']);
    expect(page.metadata.continue).toBeTruthy();
    expect(page.metadata).not.toHaveProperty('remainingItemCount');
  });

  it('returns no continue token when the limit is not reached', async (scene) => {
    await fill(scene);
    const page = (await scene.get(`${scene.path('configmaps')}?limit=5`)).object;
    expect(names(page)).toHaveLength(5);
    expect(page.metadata).not.toHaveProperty('continue');
  });

  it('pages through custom resources', async (scene) => {
    for (const name of ['a', 'b', 'c']) await scene.create('widgets', { metadata: { name } });
    const path = `${scene.path('widgets')}?limit=2`;
    const first = (await scene.get(path)).object;
    const second = (await scene.get(`${path}&continue=${first.metadata.continue}`)).object;
    expect([names(first), names(second)]).toEqual([['a', 'b'], ['c']]);
  });

  it('rejects an unknown continue token', async (scene) => {
    const answer = await scene.get(`${scene.path('configmaps')}?limit=2&continue=nonsense`);
    expect(answer.status).toBe(400);
    expect(answer.object).toMatchObject({ reason: 'BadRequest' });
    expect(answer.text).toContain('continue key is not valid');
  });
});
