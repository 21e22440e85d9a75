import type { CustomResourceDefinition } from '@opgen/rules/definitions';
import { type JSONSchemaProps, valueSchema } from '@opgen/rules/schema';
import type { Diagnostic } from '../diagnostics.ts';
import type { KindModel } from '../model/api-model.ts';
import { largeDefinition } from './diagnostics.ts';
import { placeInKind } from './place-in-kind.ts';

const kibibyte = 1024;

/** Without `--server-side`, `kubectl apply` stores the whole object in an annotation. */
const largestAnnotation = 256 * kibibyte;

/** The request size limit of etcd. */
const largestRequest = 1536 * kibibyte;

/** Reports a CRD that is too large to apply or to store, and names its largest fields. */
export function checkSize(definition: CustomResourceDefinition, kinds: readonly KindModel[]): Diagnostic[] {
  const size = sizeOf(definition);
  if (size <= largestAnnotation) return [];
  const { group, names } = definition.spec;
  const model = kinds.find((each) => each.group === group && each.kind === names.kind);
  if (model === undefined) return [];
  const cause = `the CRD of ${model.kind} is ${inKibibytes(size)} large; its largest fields are ${largestFields(definition)}`;
  if (size > largestRequest) {
    const hint =
      'remove the descriptions with --max-description-length=0, or declare fields that need no validation as unknown';
    return [
      largeDefinition({
        message: `${cause}; etcd accepts at most 1536 KiB`,
        hint,
        place: placeInKind(model),
      }),
    ];
  }
  const message = `${cause}; kubectl apply without --server-side cannot store it in its 256 KiB annotation`;
  const hint =
    'use kubectl apply --server-side, as make install does, or shorten the descriptions with --max-description-length';
  return [largeDefinition({ message, hint, place: placeInKind(model), severity: 'warning' })];
}

/** The three largest fields. A field that owes more than half of its size to one nested field gives way to that one. */
function largestFields({ spec }: CustomResourceDefinition): string {
  const largest = spec.versions
    .map((version) => ({ name: version.name, schema: version.schema?.openAPIV3Schema ?? {} }))
    .toSorted((a, b) => sizeOf(b.schema) - sizeOf(a.schema))[0];
  if (largest === undefined) return '';
  const prefix = spec.versions.length > 1 ? `${largest.name} ` : '';
  return fieldsOf(largest.schema, '')
    .toSorted((a, b) => b.size - a.size)
    .slice(0, 3)
    .map(({ path, size }) => `${prefix}${path} ${inKibibytes(size)}`)
    .join(', ');
}

interface Part {
  path: string;
  size: number;
}

function fieldsOf(schema: JSONSchemaProps, path: string): Part[] {
  const inner = schema.items ?? valueSchema(schema);
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, property]): Part[] => {
    const size = sizeOf(property);
    const at = path === '' ? name : `${path}.${name}`;
    const below = fieldsOf(property, at);
    return below.some((part) => part.size > size / 2) ? below : [{ path: at, size }];
  });
  return inner === undefined ? own : [...own, ...fieldsOf(inner, `${path}[]`)];
}

function sizeOf(value: object): number {
  return Buffer.byteLength(JSON.stringify(value));
}

function inKibibytes(bytes: number): string {
  return `${Math.ceil(bytes / kibibyte)} KiB`;
}
