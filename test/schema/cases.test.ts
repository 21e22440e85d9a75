import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import type { CustomResourceDefinition } from '@opgen/rules/definitions';
import type { Json } from '@opgen/rules/json';
import { validateValue } from '../../src/schema/validate-value.ts';
import { manifestsOf } from '../manifests/project.ts';

const cases = new URL('./cases/', import.meta.url);

describe.each(readdirSync(cases))('%s', (name) => {
  const read = (file: string) => readFileSync(new URL(`${name}/${file}`, cases), 'utf8');
  const values = (file: string) => parseAllDocuments(read(file)).map((document) => document.toJS() as Json);

  test('generates its CustomResourceDefinition from its types', async () => {
    const { files, diagnostics } = await manifestsOf({ 'src/api/types.ts': read('types.ts') });
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    await expect(files[0]?.content).toMatchFileSnapshot(new URL(`${name}/crd.yaml`, cases).pathname);
  });

  const schema = () =>
    (parse(read('crd.yaml')) as CustomResourceDefinition).spec.versions[0]?.schema?.openAPIV3Schema ?? {};

  test.each(values('valid.yaml'))('accepts %j', (value) => {
    expect(validateValue(value, schema())).toEqual([]);
  });

  test.each(values('invalid.yaml'))('rejects %j', (value) => {
    expect(validateValue(value, schema())).not.toEqual([]);
  });
});
