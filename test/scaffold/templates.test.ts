import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ProjectFile } from '../../src/project/project-file.ts';
import { controllerContext, controllerPaths, resourceContext } from '../../src/scaffold/api/context.ts';
import type { ExternalContext } from '../../src/scaffold/api/external-example.ts';
import { imageContext } from '../../src/scaffold/api/image-context.ts';
import { initContext } from '../../src/scaffold/project/init.ts';
import { renderTemplate } from '../../src/scaffold/templates/engine.ts';
import { renderTree } from '../../src/scaffold/templates/tree.ts';
import { spokeContext, webhookContext, webhookPaths } from '../../src/scaffold/webhook/context.ts';

const templates = fileURLToPath(new URL('../../templates', import.meta.url));

/** Makes reads of undeclared values throw, because the strict mode of Handlebars ignores `{{#if typo}}`. */
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
const project = ProjectFile.create(options);
const ofResource = resourceContext(project, resource, { shortNames: ['tr'] });
const ofController = controllerContext(ofResource, 'pruner');
const ofImage = imageContext(ofController, { image: 'tree:1', containerPort: '80', command: ["tree's"] });
const ofExternal: ExternalContext = { ...ofController, example: { key: "{ name: 'sample' }", fields: '' } };
const ofWebhook = spokeContext(webhookContext(project, resource, ''), { ...resource, version: 'v2' });

/** The context of a layer: the project for `init` and its variants, a resource for the other layers. */
function contextOf(layer: string): object {
  if (layer.startsWith('webhook/') || layer.startsWith('conversion/')) return ofWebhook;
  if (layer === 'controller/image' || layer === 'api/image-type') return ofImage;
  if (layer === 'controller/external-test') return ofExternal;
  if (layer.startsWith('controller/')) return ofController;
  return layer.startsWith('api/') ? ofResource : initContext(options);
}

const paths = { ...webhookPaths(ofWebhook), ...controllerPaths(ofController) };

function foldersIn(path: string): string[] {
  return readdirSync(join(templates, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

/** `init` is a layer itself; in every other folder, each subfolder is a layer. */
const layers = foldersIn('.').flatMap((concept) =>
  concept === 'init' ? [concept] : foldersIn(concept).map((name) => `${concept}/${name}`),
);

test.each(layers)('templates/%s reads only what the context declares', (layer) => {
  const tree = renderTree(join(templates, layer), contextOf(layer), paths, (source, values) =>
    renderTemplate(source, onlyDeclared(values) as object),
  );
  expect(tree.files.length + tree.insertions.length).toBeGreaterThan(0);
});

test('a value that the context lacks is an error, also inside a condition', () => {
  expect(() =>
    renderTemplate('{{#if resource.namespacd}}x{{/if}}', onlyDeclared(ofResource) as object),
  ).toThrow('resource.namespacd');
});
