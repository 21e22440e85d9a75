import type { JSONSchemaProps } from '@opgen/rules/schema';
import { type Change, change } from '../../kubernetes/change.ts';
import { boolean, count, oneOf, text } from '../argument-types.ts';
import { defineMarker } from '../define-marker.ts';
import { inconsistentList } from '../diagnostics.ts';
import type { KeywordName, KeywordProblem } from '../keywords/keyword.ts';
import { limits } from '../keywords/limits.ts';

const onFieldsAndTypes = { on: ['field', 'type'] } as const;
const onLists = { ...onFieldsAndTypes, limits: 'lists' } as const;

const [minItemsKeyword, maxItemsKeyword] = limits(
  { name: 'minItems', rejected: ({ value }) => `lists with fewer than ${value} items` },
  { name: 'maxItems', rejected: ({ value }) => `lists with more than ${value} items` },
);

const minItems = defineMarker({
  name: 'validation:MinItems',
  aliases: ['k8s:minItems'],
  ...onLists,
  forItems: true,
  argument: count(),
  summary: 'The minimum number of items.',
  example: '// +validation:MinItems=1',
  keyword: minItemsKeyword,
});

const maxItems = defineMarker({
  name: 'validation:MaxItems',
  aliases: ['k8s:maxItems'],
  ...onLists,
  forItems: true,
  argument: count(),
  summary: 'The maximum number of items.',
  example: '// +validation:MaxItems=16',
  keyword: maxItemsKeyword,
});

const uniqueItems = defineMarker({
  name: 'validation:UniqueItems',
  ...onFieldsAndTypes,
  forItems: true,
  argument: boolean(),
  summary: 'Not supported: the API server rejects uniqueItems.',
  example: '// +listType=set',
  unsupported: {
    message: 'the API server rejects uniqueItems, because validating it is too expensive',
    hint: 'write +listType=set, or +listType=map with +listMapKey for objects',
  },
});

const listType = defineMarker({
  name: 'listType',
  aliases: ['k8s:listType'],
  ...onLists,
  forItems: true,
  priority: 9,
  argument: oneOf('atomic', 'set', 'map'),
  summary:
    'How server-side apply merges a list: as one value, as a set, or as a map with the keys of +listMapKey.',
  example: '// +listType=map',
  keyword: { name: 'x-kubernetes-list-type', compare: compareListTypes, check: checkListType },
});

const listMapKey = defineMarker({
  name: 'listMapKey',
  aliases: ['k8s:listMapKey'],
  ...onLists,
  forItems: true,
  repeatable: true,
  argument: text(),
  summary: 'A property that identifies an item of a list with +listType=map.',
  example: '// +listMapKey=type',
  keyword: { name: 'x-kubernetes-list-map-keys', check: checkKeysWithoutMap },
  applyToSchema: (schema, key) => {
    const keys = schema['x-kubernetes-list-map-keys'] ?? [];
    return { ...schema, 'x-kubernetes-list-map-keys': keys.includes(key) ? keys : [...keys, key] };
  },
});

const keysKeyword = 'x-kubernetes-list-map-keys';

function compareListTypes(before: JSONSchemaProps, after: JSONSchemaProps, path: string): Change[] {
  const [was, is] = [before, after].map(mergeStrategy);
  if (was === is) return [];
  const message = `the list type changed from ${was} to ${is}: server-side apply merges the list differently, and stored lists may have no field manager or be rejected`;
  return [change('list-type-changed', path, message)];
}

function mergeStrategy(schema: JSONSchemaProps): string {
  const { 'x-kubernetes-list-type': type = 'atomic', 'x-kubernetes-list-map-keys': keys = [] } = schema;
  return type === 'map' ? `map with key ${keys.toSorted().join(', ')}` : type;
}

function checkKeysWithoutMap(schema: JSONSchemaProps): KeywordProblem[] {
  return schema['x-kubernetes-list-type'] === 'map'
    ? []
    : inconsistent('+listMapKey requires +listType=map', 'add // +listType=map', keysKeyword);
}

function checkListType(schema: JSONSchemaProps): KeywordProblem[] {
  const { items = {}, 'x-kubernetes-list-type': type } = schema;
  if (type === 'set') return checkItemsOfSet(schema, items);
  if (type !== 'map') return [];
  if (items.type !== 'object')
    return inconsistent(
      'the items of a list with +listType=map must be objects',
      'write +listType=set or atomic',
    );
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  if (keys.length === 0)
    return inconsistent('+listType=map requires at least one key', 'add // +listMapKey=<property>');
  return keys.flatMap((key) => checkKey(key, items));
}

function checkItemsOfSet(schema: JSONSchemaProps, items: JSONSchemaProps): KeywordProblem[] {
  // The API server rejects keys of a list that is not a map; that is the first thing to fix.
  if (schema['x-kubernetes-list-map-keys'] !== undefined) return [];
  const isScalar = items.type !== 'object' && items.type !== 'array';
  const isAtomic =
    items['x-kubernetes-map-type'] === 'atomic' || items['x-kubernetes-list-type'] === 'atomic';
  if (isScalar || isAtomic) return [];
  return inconsistent(
    'the items of a list with +listType=set must be scalar or atomic',
    'write +listType=map',
  );
}

function checkKey(key: string, { properties = {}, required = [] }: JSONSchemaProps): KeywordProblem[] {
  const property = properties[key];
  const known = `the items have ${Object.keys(properties).join(', ') || 'no properties'}`;
  if (property === undefined) return inconsistent(`the items have no property '${key}'`, known, keysKeyword);
  if (!['string', 'integer', 'number', 'boolean'].includes(property.type ?? ''))
    return inconsistent(`the key '${key}' is not a scalar`, known, keysKeyword);
  if (required.includes(key) || property.default !== undefined) return [];
  return inconsistent(
    `the key '${key}' is optional`,
    'remove its question mark, or give it a +default: a key must be required or have a default',
    keysKeyword,
  );
}

function inconsistent(message: string, hint: string, keyword?: KeywordName): KeywordProblem[] {
  return [{ diagnostic: inconsistentList, message, hint, keyword }];
}

export const listMarkers = [minItems, maxItems, uniqueItems, listType, listMapKey];
