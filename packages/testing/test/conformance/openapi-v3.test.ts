import { builtInSchemas } from '@opgen/rules/builtin';
import type { JSONSchemaProps } from '@opgen/rules/schema';
import { expect } from 'vitest';
import { conformance } from './support/conformance.ts';

interface Document {
  components: { schemas: Record<string, JSONSchemaProps> };
}

conformance('openapi three', (it) => {
  it('has the fields that the built-in types have in its minor version', async (scene) => {
    const facts = builtInSchemas(await scene.minor());
    const { paths } = (await scene.get('/openapi/v3')).object as unknown as {
      paths: Record<string, { serverRelativeURL: string }>;
    };
    const documents = Object.entries(paths).filter(([path]) =>
      /^apis?\/(.*\.k8s\.io\/|\w+\/)?v\d+$/.test(path),
    );
    expect(documents.length).toBeGreaterThan(15);
    for (const [path, { serverRelativeURL }] of documents) {
      const { components } = (await scene.get(serverRelativeURL)).object as unknown as Document;
      const known = Object.entries(components.schemas).filter(([name]) => name in facts);
      expect(known.length, path).toBeGreaterThan(0);
      for (const [name, schema] of known)
        expect(fieldsOf(schema), `${name} in ${path}`).toEqual(fieldsOf(facts[name]));
    }
  });
});

function fieldsOf({ properties = {} }: JSONSchemaProps = {}): string[] {
  return Object.keys(properties).toSorted();
}
