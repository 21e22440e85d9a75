import { parse } from 'yaml';
import { expect, test } from 'vitest';
import { manifestsOf, memcached } from '../manifests/project.ts';

async function specOf(files: Record<string, string>): Promise<unknown> {
  const { files: written, diagnostics } = await manifestsOf(files);
  expect(diagnostics).toEqual([]);
  return parse(written[0]?.content ?? '').spec.versions[0].schema.openAPIV3Schema.properties.spec.properties;
}

test('finds types through imports, renames and re-exports', async () => {
  const kind = memcached('  port: Listen;').replace(
    "from '@opgen/runtime';",
    "from '@opgen/runtime';\nimport type { Port as Listen } from '../../shared/types.ts';",
  );
  const spec = await specOf({
    'src/api/cache/v1/memcached.ts': kind,
    'src/api/shared/types.ts': "export * from './port.js';",
    'src/api/shared/port.ts':
      "import type { Int32 } from '@opgen/runtime';\n// +validation:Minimum=1\nexport type Port = Int32;",
  });
  expect(spec).toEqual({ port: { type: 'integer', format: 'int32', minimum: 1 } });
});

test('reads the type of a constant from a file with a relative path', async () => {
  const spec = await specOf({
    'src/api/cache/v1/memcached.ts': memcached("  phase: (typeof import('./phases.ts').phases)[number];"),
    'src/api/cache/v1/phases.ts': "export const phases = ['Pending', 'Ready'] as const;",
  });
  expect(spec).toEqual({ phase: { type: 'string', enum: ['Pending', 'Ready'] } });
});

test('resolves types of client-node by name without loading the package', async () => {
  const kind = memcached('  ports: V1ServicePort[];\n  when: IntOrString;').replace(
    "from '@opgen/runtime';",
    "from '@opgen/runtime';\nimport type { V1ServicePort } from '@kubernetes/client-node';",
  );
  const spec = await specOf({ 'src/api/cache/v1/memcached.ts': kind });
  expect(spec).toMatchObject({
    ports: { items: { properties: { protocol: { type: 'string', default: 'TCP' } } } },
  });
});

test('reports a type from a package that cannot be read', async () => {
  const kind = `import type { Thing } from 'somewhere';\n${memcached('  thing: Thing;')}`;
  const { diagnostics } = await manifestsOf({ 'src/api/cache/v1/memcached.ts': kind });
  expect(diagnostics).toMatchObject([{ code: 'OPG1205', place: { line: 5, column: 10 } }]);
});

test('suggests the name of a misspelt Kubernetes type', async () => {
  const kind = `import type { ServicePrt } from '@opgen/runtime/kinds/core/v1';\n${memcached('  port: ServicePrt;')}`;
  const { diagnostics } = await manifestsOf({ 'src/api/cache/v1/memcached.ts': kind });
  expect(diagnostics).toMatchObject([{ code: 'OPG1202', hint: "did you mean 'ServicePort'?" }]);
});

const policyFrom = async (module: string): Promise<unknown> => {
  const kind = `import type { ConcurrencyPolicy } from '${module}';\n${memcached('  policy: ConcurrencyPolicy;')}`;
  return (await manifestsOf({ 'src/api/cache/v1/memcached.ts': kind })).diagnostics;
};

test('requires the entry point that exports a runtime type', async () => {
  expect(await policyFrom('@opgen/runtime/schedule')).toEqual([]);
  for (const module of ['@opgen/runtime', '@opgen/runtime/plans']) {
    expect(await policyFrom(module)).toMatchObject([
      { code: 'OPG1202', hint: "import it from '@opgen/runtime/schedule'" },
    ]);
  }
});
