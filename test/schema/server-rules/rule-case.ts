import type { CustomResourceDefinition } from '../../../src/kubernetes/custom-resource-definition.ts';

/** One rule that the API server has for definitions, broken. */
export interface RuleCase {
  /** The number of the rule, and the rule. */
  rule: string;
  /** Files of the project; a definition is made of them although something is wrong. */
  files: Record<string, string>;
  /**
   * What opgen says, a line each: code, line and column, message; of updates also what `crd diff` calls refused. Empty
   * where there is no way to break the rule.
   */
  told: string;
  /** Part of what the API server says of the same definition; nothing for what it accepts. */
  refused?: string;
  /** Files of what is installed already: then the server is asked for an update. Such a definition has its own group. */
  before?: Record<string, string>;
  /** Other files to make the definition of, where nothing is made of `files`. */
  madeOf?: Record<string, string>;
  /** What no types and markers lead to is done to the definition by hand, for the server to refuse. */
  byHand?: (definition: CustomResourceDefinition) => void;
}

interface Parts {
  /** The lines of the spec; the first of them is line 4. */
  spec?: string;
  /** Markers above the kind. */
  markers?: string;
  group?: string;
  version?: string;
  kind?: string;
  plural?: string;
  scope?: string;
  status?: string;
  /** More declarations. */
  more?: string;
}

export const path = 'src/api/cache/v1/memcached.ts';

/** A project with one kind. */
export function project(parts: Parts): Record<string, string> {
  return { [path]: source(parts) };
}

export function source({
  group = 'rules.example.com',
  kind = 'Memcached',
  markers = '',
  more = '',
  plural = 'memcacheds',
  scope = 'Namespaced',
  spec = '  size: Int32;',
  status,
  version = 'v1',
}: Parts): string {
  return `import { type Condition, type CustomResource, defineKind, type Int32, type RawExtension } from '@opgen/runtime';

export interface ${kind}Spec {
${spec}
}
${more}
${markers}
export interface ${kind} extends CustomResource<${kind}Spec${status === undefined ? '' : `, ${status}`}> {
  apiVersion: '${group}/${version}';
  kind: '${kind}';
}

export const ${kind} = defineKind<${kind}>({
  apiVersion: '${group}/${version}',
  kind: '${kind}',
  plural: '${plural}',
  scope: '${scope}',
});
`;
}
