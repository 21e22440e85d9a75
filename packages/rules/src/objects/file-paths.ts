import { type FieldError, invalid } from '../field-errors.ts';

/** A path that does not lead out of its folder. */
export function withoutBacksteps(value: string, path: string): FieldError[] {
  return value.split('/').includes('..') ? [invalid(path, value, "must not contain '..'")] : [];
}

/** A path inside a folder. */
export function relativePath(value: string, path: string): FieldError[] {
  return [
    ...(value.startsWith('/') ? [invalid(path, value, 'must be a relative path')] : []),
    ...withoutBacksteps(value, path),
  ];
}
