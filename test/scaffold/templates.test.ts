import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ProjectFile } from '../../src/project/project-file.ts';
import { resourceContext, resourcePaths } from '../../src/scaffold/context.ts';
import { initContext } from '../../src/scaffold/scaffold-init.ts';
import { renderTemplate } from '../../src/scaffold/template-engine.ts';
import { renderTree } from '../../src/scaffold/template-tree.ts';

const templates = fileURLToPath(new URL('../../templates', import.meta.url));

/** The same context, except that reading anything it does not declare throws: strict mode is silent on `{{#if typo}}`. */
function onlyDeclared(value: unknown, path = 'context'): unknown {
  if (Array.isArray(value)) return value.map((item, index) => onlyDeclared(item, `${path}.${index}`));
  if (typeof value !== 'object' || value === null) return value;
  return new Proxy(value, {
    get(target, key) {
      if (!(key in target))
        throw new Error(`template reads ${path}.${String(key)}, which the context does not declare`);
      return onlyDeclared(Reflect.get(target, key), `${path}.${String(key)}`);
    },
  });
}

const options = {
  domain: 'example.com',
  projectName: 'orchard',
  packageName: 'orchard',
  license: 'mit',
  owner: 'Pomona',
  year: 2026,
  cliVersion: '0.1.0',
  force: false,
  namespaced: true,
  packageManager: 'pnpm',
  packageSource: 'registry',
} as const;
const resource = { group: 'fruit', domain: 'example.com', version: 'v1', kind: 'Tree' };
const ofResource = resourceContext(ProjectFile.create(options), resource, { shortNames: ['tr'] });

test.each(
  readdirSync(templates, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name),
)('templates/%s reads only what the context declares', (layer) => {
  const perKind = ['api', 'controller', 'roles'].includes(layer);
  const context = perKind ? ofResource : initContext(options);
  const paths = perKind ? resourcePaths(ofResource) : {};
  const tree = renderTree(join(templates, layer), context, paths, (source, values) =>
    renderTemplate(source, onlyDeclared(values) as object),
  );
  expect(tree.files.length).toBeGreaterThan(0);
});

test('a value that the context lacks is an error, also inside a condition', () => {
  expect(() =>
    renderTemplate('{{#if resource.namespacd}}x{{/if}}', onlyDeclared(ofResource) as object),
  ).toThrow('resource.namespacd');
});
