import { expect } from 'vitest';
import { conformance } from './support/conformance.ts';
import type { Answer } from './support/target.ts';

const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json';

interface Table {
  columnDefinitions: { name: string; type: string; format: string; priority: number }[];
  rows: { cells: unknown[]; object: { kind: string; metadata: { name: string } } }[];
}
const table = (answer: Answer): Table => answer.object as unknown as Table;

conformance('tables', (it) => {
  it('have the columns of the CRD', async (scene) => {
    await scene.create('widgets', { metadata: { name: 'a' }, spec: { color: 'red', size: 3 } });
    const answer = await scene.get(scene.path('widgets'), { accept });
    expect(answer.object).toMatchObject({ kind: 'Table', apiVersion: 'meta.k8s.io/v1' });
    expect(table(answer).columnDefinitions.map(({ name, type, priority }) => [name, type, priority])).toEqual(
      [
        ['Name', 'string', 0],
        ['Color', 'string', 0],
        ['Size', 'integer', 1],
        ['Age', 'date', 0],
      ],
    );
  });

  it('have a row for each object', async (scene) => {
    await scene.create('widgets', { metadata: { name: 'a' }, spec: { color: 'red', size: 3 } });
    const answer = await scene.get(scene.path('widgets'), { accept });
    expect(table(answer).rows).toMatchObject([
      { cells: ['a', 'red', 3, expect.stringMatching(/^\d+s$/)], object: { kind: 'PartialObjectMetadata' } },
    ]);
  });

  it('have an empty cell for a missing value', async (scene) => {
    await scene.create('widgets', { metadata: { name: 'a' } });
    const [row] = table(await scene.get(scene.path('widgets'), { accept })).rows;
    expect(row?.cells.slice(0, 3)).toEqual(['a', null, null]);
  });

  it('have one row for one object', async (scene) => {
    await scene.create('widgets', { metadata: { name: 'a' } });
    const answer = await scene.get(scene.path('widgets', 'a'), { accept });
    expect(table(answer).rows.map(({ object }) => object.metadata.name)).toEqual(['a']);
  });

  it('contain whole objects on request', async (scene) => {
    await scene.create('widgets', { metadata: { name: 'a' }, spec: { size: 1 } });
    const answer = await scene.get(`${scene.path('widgets')}?includeObject=Object`, { accept });
    expect(table(answer).rows[0]?.object).toMatchObject({ kind: 'Widget', spec: { size: 1 } });
  });

  it('have the columns of a Deployment', async (scene) => {
    const template = {
      metadata: { labels: { app: 'a' } },
      spec: { containers: [{ name: 'c', image: 'i' }] },
    };
    await scene.create('deployments', {
      metadata: { name: 'a' },
      spec: { selector: { matchLabels: { app: 'a' } }, template },
    });
    const answer = table(await scene.get(scene.path('deployments'), { accept }));
    expect(answer.columnDefinitions.map(({ name }) => name)).toEqual([
      'Name',
      'Ready',
      'Up-to-date',
      'Available',
      'Age',
      'Containers',
      'Images',
      'Selector',
    ]);
    expect(answer.rows[0]?.cells).toEqual([
      'a',
      '0/1',
      0,
      0,
      expect.stringMatching(/^\d+s$/),
      'c',
      'i',
      'app=a',
    ]);
  });

  it('have the columns of a ConfigMap', async (scene) => {
    await scene.create('configmaps', { metadata: { name: 'a' }, data: { one: '1', two: '2' } });
    const answer = table(await scene.get(scene.path('configmaps'), { accept }));
    expect(answer.columnDefinitions.map(({ name }) => name)).toEqual(['Name', 'Data', 'Age']);
    expect(answer.rows[0]?.cells.slice(0, 2)).toEqual(['a', 2]);
  });
});
