import { expect, test } from 'vitest';
import { manifestsOf, memcached } from './project.ts';

const main = `import { Manager } from '@opgen/runtime';
import { setupWebhooks } from './webhooks/webhooks.ts';
const manager = new Manager({});
setupWebhooks(manager);
await manager.start();
`;
const webhooks = (body: string): string => `import type { Manager } from '@opgen/runtime';
import { setupMemcachedWebhook } from './memcached.webhook.ts';
export function setupWebhooks(manager: Manager): void {
  ${body}
}
`;
const webhook = (body: string): string => `import type { Manager, Validator } from '@opgen/runtime';
import { Memcached } from '../api/memcached.ts';
export class MemcachedValidator implements Validator<Memcached> {}
export function setupMemcachedWebhook(manager: Manager): void {
  ${body}
}
`;
const registration = 'manager.webhook(Memcached).validateWith(new MemcachedValidator());';

interface Changed {
  main?: string;
  webhooks?: string;
  webhook?: string;
  more?: Record<string, string>;
}

async function problemsOf(changed: Changed): Promise<string[]> {
  const { diagnostics } = await manifestsOf({
    'src/api/memcached.ts': memcached('  size: Int32;'),
    'src/main.ts': changed.main ?? main,
    'src/webhooks/webhooks.ts': changed.webhooks ?? webhooks('setupMemcachedWebhook(manager);'),
    'src/webhooks/memcached.webhook.ts': changed.webhook ?? webhook(registration),
    ...changed.more,
  });
  return diagnostics.map(({ code, place, message }) => `${place?.file}:${place?.line} ${code} ${message}`);
}

const unregistered =
  'src/webhooks/memcached.webhook.ts:3 OPG2312 MemcachedValidator is not registered: no code that runs mentions it';
const withoutConfiguration = (path: string): string =>
  `src/webhooks/memcached.webhook.ts:5 OPG2313 the API server never calls this webhook: the configuration has none with path ${path}`;

test.each<[string, Changed, string[]]>([
  ['a registered class', {}, []],
  ['a class that is not registered', { webhook: webhook('') }, [unregistered]],
  ['a class whose setup function is not called', { webhooks: webhooks('') }, [unregistered]],
  [
    'a class that only a type mentions',
    { webhook: webhook('let validator: MemcachedValidator | undefined;') },
    [unregistered],
  ],
  [
    'a subclass that is registered',
    {
      webhook: `${webhook('manager.webhook(Memcached).validateWith(new Strict());')}class Strict extends MemcachedValidator {}\n`,
    },
    [],
  ],
  [
    'setup through a namespace import',
    {
      main: `import { Manager } from '@opgen/runtime';
import * as all from './webhooks/webhooks.ts';
for (const setup of Object.values(all)) setup(new Manager({}));
`,
    },
    [],
  ],
  [
    'setup through a re-export',
    {
      main: main.replace('./webhooks/webhooks.ts', './all.ts'),
      more: { 'src/all.ts': `export * from './webhooks/webhooks.ts';` },
    },
    [],
  ],
  [
    'setup in a module that is loaded dynamically',
    {
      main: `import { Manager } from '@opgen/runtime';
const { setupWebhooks } = await import('./webhooks/webhooks.ts');
setupWebhooks(new Manager({}));
`,
    },
    [],
  ],
  [
    'modules with computed paths',
    { main: `${main}await import(process.argv[2]);`, webhook: webhook('') },
    [],
  ],
  ['sources without a manager', { main: '', webhook: webhook('') }, []],
  [
    'a registration in code that does not run',
    { webhooks: webhooks(''), webhook: webhook(registration) },
    [unregistered],
  ],
  [
    'a registered object',
    {
      webhook: webhook(
        `${registration} manager.webhook(Memcached).defaultWith({ default: async () => {} });`,
      ),
    },
    [withoutConfiguration('/mutate-cache-example-com-v1-memcached')],
  ],
  [
    'a path that the marker does not set',
    { webhook: webhook(registration.replace('())', "(), { path: '/check' })")) },
    [withoutConfiguration('/check')],
  ],
  ['a computed path', { webhook: webhook(registration.replace('())', '(), { path })')) }, []],
  [
    'a handler of requests',
    {
      webhook: `import type { Manager, ValidatingHandler } from '@opgen/runtime';
// +webhook:groups=apps,resources=deployments/scale,verbs=update,versions=v1,name=scale.example.com,path=/scale,scope=Namespaced
export class ScaleLimit implements ValidatingHandler {}
export function setupMemcachedWebhook(manager: Manager): void {
  manager.validatingWebhook('/scale', new ScaleLimit());
  manager.mutatingWebhook('/other', { handle: () => [] });
}
`,
    },
    [
      'src/webhooks/memcached.webhook.ts:6 OPG2313 the API server never calls this webhook: the configuration has none with path /other',
    ],
  ],
  [
    'a handler of requests that is not registered',
    {
      webhook: `import type { Manager, MutatingHandler } from '@opgen/runtime';
// +webhook:groups=apps,resources=deployments/scale,verbs=update,versions=v1,name=scale.example.com,path=/scale,scope=Namespaced
export class ScaleLimit implements MutatingHandler {}
export function setupMemcachedWebhook(manager: Manager): void {}
`,
    },
    [
      'src/webhooks/memcached.webhook.ts:3 OPG2312 ScaleLimit is not registered: no code that runs mentions it',
    ],
  ],
  [
    'an object with a complete marker',
    {
      webhook: `import type { Manager } from '@opgen/runtime';
import { Memcached } from '../api/memcached.ts';
// +webhook:path=/check,mutating=false,failurePolicy=fail,sideEffects=None,groups=cache.example.com,resources=memcacheds,verbs=create,versions=v1,name=check.cache.example.com,admissionReviewVersions=v1
export function setupMemcachedWebhook(manager: Manager): void {
  manager.webhook(Memcached).validateWith({ validateCreate: async () => {} }, { path: '/check' });
}
`,
    },
    [],
  ],
])('%s', async (_, changed, problems) => {
  expect(await problemsOf(changed)).toEqual(problems);
});

test('a converter that is not registered, and a conversion without a class', async () => {
  const v2 = memcached('  size: Int32;')
    .replaceAll('cache.example.com/v1', 'cache.example.com/v2')
    .replace('export interface Memcached ', '// +storageversion\nexport interface Memcached ');
  const project = {
    'src/api/v1/memcached.ts': memcached('  size: Int32;'),
    'src/api/v2/memcached.ts': v2,
  };
  const imports = `import { type Converter, Manager } from '@opgen/runtime';
import { Memcached } from './api/v1/memcached.ts';
import { Memcached as Hub } from './api/v2/memcached.ts';
`;
  const codesOf = async (code: string): Promise<string[]> =>
    (await manifestsOf({ ...project, 'src/main.ts': imports + code })).diagnostics.map(({ code }) => code);

  const converter = 'class MemcachedConverter implements Converter<Hub, Memcached> {}\n';
  expect(await codesOf(`${converter}new Manager({});`)).toEqual(['OPG2312']);
  expect(
    await codesOf(`${converter}new Manager({}).conversion(Hub).spoke(Memcached, new MemcachedConverter());`),
  ).toEqual([]);
  expect(await codesOf('new Manager({}).conversion(Hub).spoke(Memcached, {});')).toEqual(['OPG2313']);
});

test('permissions of a controller that is not set up, and a kind that PROJECT does not list', async () => {
  const { diagnostics } = await manifestsOf({
    PROJECT: 'domain: example.com\nlayout:\n  - opgen/v1\nprojectName: cache\nversion: "3"\n',
    'src/api/memcached.ts': memcached('  size: Int32;'),
    'src/main.ts': `import { Manager } from '@opgen/runtime';\nawait new Manager({}).start();\n`,
    'src/controller.ts': `import { Memcached } from './api/memcached.ts';
// +rbac:groups=core,resources=pods,verbs=get
export class MemcachedReconciler { kind = Memcached; }
`,
  });
  expect(diagnostics.map(({ code, place }) => `${place?.file}:${place?.line} ${code}`)).toEqual([
    'src/api/memcached.ts:8 OPG2121',
    'src/controller.ts:2 OPG2210',
  ]);
});
