import { goQuote } from '../go-text.ts';
import { isObject, type JsonObject } from '../json.ts';
import { selectableFields, storedField } from './selectable-fields.ts';
import { SelectorError } from './selector-error.ts';

/** One condition of a field selector; objects must satisfy all of them. */
export interface FieldRequirement {
  /** The path of the field in stored objects, such as `spec.nodeName`. */
  readonly field: string;
  readonly operator: '=' | '!=';
  readonly value: string;
  /** What counts as the value of an absent field. */
  readonly absent: string;
}

/** The resource that a field selector selects from. */
export interface SelectedResource {
  readonly group: string;
  readonly plural: string;
  /** The paths of the `selectableFields` of a CustomResourceDefinition, without the leading dot. */
  readonly selectableFields?: readonly string[] | undefined;
}

/** Parses `metadata.name=a,status.phase!=Running` as the API server does; throws SelectorError if it cannot. */
export function parseFieldSelector(text: string, resource: SelectedResource): FieldRequirement[] {
  const { group, plural } = resource;
  const own = resource.selectableFields ?? selectableFields(group, plural);
  const known = ['metadata.name', 'metadata.namespace', ...(own ?? [])];
  const requirements = terms(text).map((term) => requirementOf(term, text));
  const unknown = requirements.find(({ field }) => !known.includes(field));
  if (unknown !== undefined) throw new SelectorError(unknownField(unknown.field, own !== undefined));
  return requirements.map((each) => {
    const { path, absent } = storedField(group, plural, each.field);
    return { ...each, field: path, absent };
  });
}

/** The only name that a field selector admits: `a` in `metadata.name=a`. Undefined also for an invalid selector. */
export function nameInFieldSelector(text: string): string | undefined {
  try {
    const requirements = terms(text).map((term) => requirementOf(term, text));
    return requirements.find(({ field, operator }) => field === 'metadata.name' && operator === '=')?.value;
  } catch (error) {
    if (error instanceof SelectorError) return undefined;
    throw error;
  }
}

/** True if a stored object satisfies the requirement. */
export function matchesField(requirement: FieldRequirement, object: JsonObject): boolean {
  const { field, operator, value, absent } = requirement;
  return ((textAt(object, field) || absent) === value) === (operator === '=');
}

/** Splits at commas that no backslash escapes. The API server reads the terms in alphabetical order. */
function terms(text: string): string[] {
  return [...text.matchAll(/(?:\\[^]|[^\\,]|\\$)+/g)].map(([term]) => term).toSorted();
}

function requirementOf(term: string, text: string): Omit<FieldRequirement, 'absent'> {
  const [, field = '', operator, value] = /^([^]*?)(!=|==|=)([^]*)$/.exec(term) ?? [];
  if (value === undefined) throw new SelectorError(`invalid selector: '${text}'; can't understand '${term}'`);
  return { field, operator: operator === '!=' ? '!=' : '=', value: unescaped(value) };
}

/** In values, a backslash escapes `\`, `,` and `=`. */
function unescaped(value: string): string {
  return value.replaceAll(/\\([^]?)|=/gu, (sequence, escaped: string | undefined) => {
    // The API server prints the number of the character.
    if (sequence === '=') throw new SelectorError('invalid field selector: unescaped character in value: 61');
    if (escaped === '\\' || escaped === ',' || escaped === '=') return escaped;
    throw new SelectorError(`invalid field selector: invalid escape sequence: ${sequence}`);
  });
}

/** The API server words the error differently for resources with selectable fields of their own. */
function unknownField(field: string, hasOwn: boolean): string {
  return hasOwn
    ? `field label not supported: ${field}`
    : `${goQuote(field)} is not a known field selector: only "metadata.name", "metadata.namespace"`;
}

function textAt(object: JsonObject, path: string): string {
  const value = path
    .split('.')
    .reduce<unknown>((at, key) => (isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined), object);
  return value === undefined || value === null ? '' : String(value);
}
