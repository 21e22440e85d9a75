import { duplicate, invalid, tooLong, type FieldError } from '../schema/field-error.ts';
import { GoStruct } from '../schema/go-text.ts';
import { dns1123SubdomainProblem } from '../schema/names.ts';
import { standardFinalizers } from './finalizers.ts';
import type { StoredMetadata, StoredOwner } from '../storage/stored-object.ts';

const namePart = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const nameRule =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character " +
  `(e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '${namePart}')`;
const labelRule =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and " +
  "end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is " +
  "'(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
const longestName = 63;
const largestAnnotations = 256 * 1024;

/** What is wrong with labels, annotations, finalizers and owners; the name has rules of its own for each kind. */
export function validateMetadataMaps(metadata: StoredMetadata, ofBuiltinKind: boolean): FieldError[] {
  const { labels = {}, annotations = {}, finalizers = [], ownerReferences = [] } = metadata;
  return [
    ...validateLabels(labels, 'metadata.labels'),
    ...validateAnnotations(annotations, 'metadata.annotations'),
    ...validateOwners(ownerReferences, 'metadata.ownerReferences'),
    ...finalizers.flatMap((name) => invalids('metadata.finalizers', name, qualifiedNameProblems(name))),
    ...(ofBuiltinKind ? finalizers.flatMap(unknownFinalizer) : []),
  ];
}

/** Finalizers of built-in kinds are those of Kubernetes or have a prefix; custom resources are only warned. */
function unknownFinalizer(name: string, index: number): FieldError[] {
  if (name.includes('/') || standardFinalizers.has(name)) return [];
  const detail = 'name is neither a standard finalizer name nor is it fully qualified';
  return [invalid(`metadata.finalizers[${index}]`, name, detail)];
}

/** Labels: names with an optional DNS prefix, and short values. */
export function validateLabels(labels: Readonly<Record<string, string>>, path: string): FieldError[] {
  return Object.entries(labels).flatMap(([key, value]) => [
    ...invalids(path, key, qualifiedNameProblems(key)),
    ...invalids(path, value, labelValueProblems(value)),
  ]);
}

/** Annotations: names as those of labels in any case, and not too much in all. */
function validateAnnotations(annotations: Readonly<Record<string, string>>, path: string): FieldError[] {
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

/** Why a text is no name with an optional DNS prefix, such as `app.kubernetes.io/name`. */
export function qualifiedNameProblems(text: string): string[] {
  const parts = text.split('/');
  if (parts.length > 2) {
    return [
      `a valid label key ${nameRule} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ];
  }
  const [prefix, name = ''] = parts.length === 2 ? parts : [undefined, parts[0]];
  const problems: string[] = [];
  if (prefix === '') problems.push('prefix part must be non-empty');
  else if (prefix !== undefined) {
    const problem = dns1123SubdomainProblem(prefix);
    if (problem !== undefined) problems.push(`prefix part ${problem}`);
  }
  if (name === '') problems.push('name part must be non-empty');
  else if (name.length > longestName) problems.push(`name part must be no more than ${longestName} bytes`);
  if (!new RegExp(`^${namePart}$`).test(name)) problems.push(`name part ${nameRule}`);
  return problems;
}

/** Why a text is no value of a label. */
export function labelValueProblems(value: string): string[] {
  return [
    ...(value.length > longestName ? [`must be no more than ${longestName} bytes`] : []),
    ...(value === '' || new RegExp(`^${namePart}$`).test(value) ? [] : [labelRule]),
  ];
}

function validateOwners(owners: readonly StoredOwner[], path: string): FieldError[] {
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

/** An owner with its fields in the order of the Go type, in which messages show it. */
function inOrder({ apiVersion, kind, name, uid, ...rest }: StoredOwner): GoStruct {
  return new GoStruct({ apiVersion, kind, name, uid, ...rest });
}

function invalids(path: string, value: string, problems: readonly string[]): FieldError[] {
  return problems.map((problem) => invalid(path, value, problem));
}

/** The values that come a second time, with the paths where they do. */
export function repeated(values: readonly (readonly [path: string, value: unknown])[]): FieldError[] {
  const seen = new Set<unknown>();
  return values.flatMap(([path, value]) => {
    const again = seen.has(value);
    seen.add(value);
    return again ? [duplicate(path, value)] : [];
  });
}
