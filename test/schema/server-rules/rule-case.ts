import type { CustomResourceDefinition } from '@opgen/rules/definitions';

/** A violation of one rule of the API server for definitions. */
export interface RuleCase {
  /** The number of the rule and the rule itself. */
  rule: string;
  /** Files of the project; opgen generates a definition from them despite the problem. */
  files: Record<string, string>;
  /**
   * The problems that opgen reports, one a line: code, line and column, message; for updates also the changes that
   * `crd diff` refuses. Empty if no project can break the rule.
   */
  reported: string;
  /** Part of the message of the API server for the same definition; undefined if it accepts the definition. */
  refused?: string;
  /** Files of the installed definition, which the request updates. Such a definition has its own group. */
  before?: Record<string, string>;
  /** Other files to generate the definition from, if `files` yield none. */
  madeOf?: Record<string, string>;
  /** Edits the definition by hand if no types and markers lead to it, for the server to reject. */
  byHand?: (definition: CustomResourceDefinition) => void;
}

interface Parts {
  /** The lines of the spec; the first one is line 4. */
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
