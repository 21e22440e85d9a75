import type { CustomResourceDefinition } from '@opgen/rules/definitions';
import type { JSONSchemaProps } from '@opgen/rules/schema';

/**
 * The shapes of all schemas in a CRD: where a schema is used and which keywords it combines, without names and
 * values. Two CRDs with equal shapes exercise the same code, however different their subjects are.
 */
export function shapesOf({ spec }: CustomResourceDefinition): Set<string> {
  const shapes = new Set<string>();
  for (const { schema } of spec.versions) collect(schema?.openAPIV3Schema ?? {}, 'root', shapes);
  return shapes;
}

/** The maximum nesting depth of schemas. */
export function depthOf({ spec }: CustomResourceDefinition): number {
  return Math.max(...spec.versions.map(({ schema }) => depth(schema?.openAPIV3Schema ?? {})));
}

function depth(schema: JSONSchemaProps): number {
  return Math.max(0, ...childrenOf(schema).map(([, child]) => depth(child) + 1));
}

function collect(schema: JSONSchemaProps, use: string, shapes: Set<string>): void {
  const keywords = Object.entries(schema).filter(([keyword]) => keyword !== 'description');
  shapes.add(
    `${use}: ${keywords
      .map(([keyword, value]) => shapeOf(keyword, value))
      .toSorted()
      .join(' ')}`,
  );
  for (const [childUse, child] of childrenOf(schema)) collect(child, childUse, shapes);
}

function childrenOf({
  additionalProperties,
  items,
  properties,
}: JSONSchemaProps): [use: string, child: JSONSchemaProps][] {
  return [
    ...Object.values(properties ?? {}).map((child): [string, JSONSchemaProps] => ['property', child]),
    ...(items === undefined ? [] : [['item', items] as [string, JSONSchemaProps]]),
    ...(additionalProperties === undefined
      ? []
      : [['value', additionalProperties] as [string, JSONSchemaProps]]),
  ];
}

function shapeOf(keyword: string, value: unknown): string {
  switch (keyword) {
    case 'type':
    case 'format':
    case 'x-kubernetes-list-type':
    case 'x-kubernetes-map-type':
      return `${keyword}=${String(value)}`;
    case 'default':
      return `default=${typeof value}`;
    case 'enum':
      return (value as unknown[]).includes('') ? 'enum with ""' : 'enum';
    case 'x-kubernetes-list-map-keys':
      return `${keyword}=${(value as unknown[]).length}`;
    case 'anyOf':
    case 'oneOf':
      return `${keyword} of ${keywordsOf(value as object[])}`;
    default:
      return keyword;
  }
}

function keywordsOf(branches: readonly object[]): string {
  return [...new Set(branches.map((branch) => Object.keys(branch).toSorted().join('+')))].join(',');
}
