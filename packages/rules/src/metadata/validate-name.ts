import { type FieldError, invalid, required } from '../field-errors.ts';
import { type NamedResource, objectNameProblem } from '../names/object-names.ts';

/** The errors of `metadata.name` of an object of this resource. */
export function validateName(
  resource: NamedResource,
  { name }: { readonly name?: string | undefined },
): FieldError[] {
  if (!name) return [required('metadata.name', 'name or generateName is required')];
  const problem = objectNameProblem(resource, name);
  return problem === undefined ? [] : [invalid('metadata.name', name, problem)];
}
