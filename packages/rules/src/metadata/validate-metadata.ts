import { type FieldError, invalid, tooLong } from '../field-errors.ts';
import { GoStruct } from '../go-text.ts';
import { labelValueProblems, qualifiedNameProblems } from '../names/qualified-names.ts';
import { standardFinalizers } from './finalizers.ts';

/** The metadata that is the same for every kind. */
export interface ObjectMetadata {
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly finalizers?: readonly string[];
  readonly ownerReferences?: readonly OwnerReference[];
}

/** An owner reference, as a client sent it. */
export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean;
  readonly blockOwnerDeletion?: boolean;
}

const largestAnnotations = 256 * 1024;

/** Errors in labels, annotations, finalizers and owner references. The rule for the name depends on the kind. */
export function validateMetadataMaps(metadata: ObjectMetadata, ofBuiltinKind: boolean): FieldError[] {
  const { labels = {}, annotations = {}, finalizers = [], ownerReferences = [] } = metadata;
  return [
    ...validateLabels(labels, 'metadata.labels'),
    ...validateAnnotations(annotations, 'metadata.annotations'),
    ...validateOwners(ownerReferences, 'metadata.ownerReferences'),
    ...finalizers.flatMap((name) => invalids('metadata.finalizers', name, qualifiedNameProblems(name))),
    ...(ofBuiltinKind ? finalizers.flatMap(unknownFinalizer) : []),
  ];
}

/** Built-in kinds require that a finalizer is a standard one or has a prefix; for custom resources it is a warning. */
function unknownFinalizer(name: string, index: number): FieldError[] {
  if (name.includes('/') || standardFinalizers.has(name)) return [];
  const detail = 'name is neither a standard finalizer name nor is it fully qualified';
  return [invalid(`metadata.finalizers[${index}]`, name, detail)];
}

/** Errors in the keys and values of labels. */
export function validateLabels(labels: Readonly<Record<string, string>>, path: string): FieldError[] {
  return Object.entries(labels).flatMap(([key, value]) => [
    ...invalids(path, key, qualifiedNameProblems(key)),
    ...invalids(path, value, labelValueProblems(value)),
  ]);
}

/** Errors in the keys of annotations, in upper or lower case, and in their total size. */
export function validateAnnotations(
  annotations: Readonly<Record<string, string>>,
  path: string,
): FieldError[] {
  const entries = Object.entries(annotations);
  const size = entries.reduce(
    (sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value),
    0,
  );
  return [
    ...entries.flatMap(([key]) => invalids(path, key, qualifiedNameProblems(key.toLowerCase()))),
    ...(size > largestAnnotations ? [tooLong(path, largestAnnotations)] : []),
  ];
}

function validateOwners(owners: readonly OwnerReference[], path: string): FieldError[] {
  const errors = owners.flatMap(({ apiVersion, kind, name, uid }) => {
    const version = String(apiVersion ?? '')
      .split('/')
      .at(-1);
    return [
      ...(version ? [] : [invalid(`${path}.apiVersion`, apiVersion ?? '', 'version must not be empty')]),
      ...Object.entries({ kind, name, uid })
        .filter(([, value]) => !value)
        .map(([key]) => invalid(`${path}.${key}`, '', 'must not be empty')),
    ];
  });
  const [first, second] = owners.filter(({ controller }) => controller === true);
  if (first === undefined || second === undefined) return errors;
  const pair = `${first.kind}/${first.name} and ${second.kind}/${second.name}`;
  const detail = `Only one reference can have Controller set to true. Found "true" in references for ${pair}`;
  return [...errors, invalid(path, owners.map(inOrder), detail)];
}

/** An owner reference with its fields in the order of the Go type, as messages print it. */
function inOrder({ apiVersion, kind, name, uid, ...rest }: OwnerReference): GoStruct {
  return new GoStruct({ apiVersion, kind, name, uid, ...rest });
}

function invalids(path: string, value: string, problems: readonly string[]): FieldError[] {
  return problems.map((problem) => invalid(path, value, problem));
}
