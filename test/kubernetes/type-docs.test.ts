import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { builtInSchema } from '../../src/kubernetes/built-in-types.ts';
import { Disk } from '../../src/disk/disk.ts';
import { loadFacts } from '../../src/kubernetes/facts.ts';
import { docsOfClientNode, readDocs } from '../../src/kubernetes/type-docs.ts';
import { temporaryFolder, writeFolder } from '../support/folder.ts';

const envVar = `import { V1EnvVarSource } from '../models/V1EnvVarSource.js';
/**
* A variable of a container.
*/
export declare class V1EnvVar {
    /**
    * What it is called. May be \\"quoted\\".
    */
    'name': string;
    'valueFrom'?: V1EnvVarSource;
    /**
    * Where it comes from, of which the language has taken the name.
    */
    '_from'?: string;
    static readonly discriminator: string | undefined;
}
`;

test('reads the descriptions of a type and its fields from declarations', () => {
  expect(readDocs(envVar)).toEqual({
    description: 'A variable of a container.',
    fields: {
      name: 'What it is called. May be "quoted".',
      from: 'Where it comes from, of which the language has taken the name.',
    },
  });
});

describe('the descriptions of an installed client', () => {
  const models = 'node_modules/@kubernetes/client-node/dist/gen/models';

  test('are found in a parent folder, as in a workspace, and added to the schema', async () => {
    const folder = temporaryFolder();
    writeFolder(folder, { [`${models}/V1EnvVar.d.ts`]: envVar });
    mkdirSync(join(folder, 'packages/operator'), { recursive: true });
    const docsOf = docsOfClientNode(join(folder, 'packages/operator'), new Disk());
    expect(docsOf).toBeDefined();
    const facts = { ...(await loadFacts()), docsOf: docsOf ?? (() => undefined) };
    const schema = builtInSchema(facts, 'io.k8s.api.core.v1.EnvVar');
    expect(schema.description).toBe('A variable of a container.');
    expect(schema.properties?.['name']).toMatchObject({ description: 'What it is called. May be "quoted".' });
    expect(schema.properties?.['valueFrom']).not.toHaveProperty('description');
  });

  test('of a type that exists in several groups come from its group', () => {
    const folder = temporaryFolder();
    writeFolder(folder, { [`${models}/CoreV1Event.d.ts`]: envVar.replaceAll('V1EnvVar', 'CoreV1Event') });
    expect(docsOfClientNode(folder, new Disk())?.('io.k8s.api.core.v1.Event')?.description).toBeDefined();
    expect(docsOfClientNode(folder, new Disk())?.('io.k8s.api.events.v1.Event')).toBeUndefined();
  });

  test('are missing if it is not installed', () =>
    expect(docsOfClientNode(temporaryFolder(), new Disk())).toBeUndefined());
});
