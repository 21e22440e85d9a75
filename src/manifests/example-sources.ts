import type { SourceExample } from '../diagnostics.ts';

interface KindText {
  marker?: string;
  group?: string;
  plural?: string;
}

/** A kind that is valid except for the given arguments. */
export function kind({ marker, group = 'cache.example.com', plural = "'memcacheds'" }: KindText): string {
  return `${marker === undefined ? '' : `${marker}\n`}export interface Memcached extends CustomResource<MemcachedSpec> {
  apiVersion: '${group}/v1';
  kind: 'Memcached';
}
export const Memcached = defineKind<Memcached>({
  apiVersion: '${group}/v1',
  kind: 'Memcached',
  plural: ${plural},
  scope: 'Namespaced',
});`;
}

export function permission(wrong: string, right: string): SourceExample {
  return aboveClass('// +rbac:', 'export class MemcachedReconciler {}', wrong, right);
}

export function webhook(wrong: string, right: string): SourceExample {
  const validator = 'export class MemcachedValidator implements Validator<Memcached> {}';
  return aboveClass('// +webhook:', validator, wrong, right);
}

function aboveClass(marker: string, below: string, wrong: string, right: string): SourceExample {
  return { wrong: `${marker}${wrong}\n${below}`, right: `${marker}${right}\n${below}` };
}

/** An operator with a class, and a statement that uses its manager. */
export function operator(statement: string, ofClass = ''): string {
  return [ofClass, 'export const manager = new Manager({});', statement]
    .filter((line) => line !== '')
    .join('\n');
}

export function deletions(verbs: string): string {
  return `// +webhook:verbs=${verbs}
export class MemcachedValidator implements Validator<Memcached> {
  async validateDelete(): Promise<void> {}
}`;
}

export function nodeValidator(argument: string): string {
  return `import type { Node } from '@opgen/runtime/kinds/core/v1';
// +webhook:${argument}
export class NodeValidator implements Validator<Node> {}`;
}

export function secondVersion(marker: string, version = 'V2'): string {
  const apiVersion = `cache.example.com/${version.toLowerCase()}`;
  return `${marker}export interface Memcached${version} extends CustomResource<MemcachedSpec> {
  apiVersion: '${apiVersion}';
  kind: 'Memcached';
}
export const Memcached${version} = defineKind<Memcached${version}>({
  apiVersion: '${apiVersion}',
  kind: 'Memcached',
  plural: 'memcacheds',
  scope: 'Namespaced',
});
`;
}
