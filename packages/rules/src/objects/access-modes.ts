import { type FieldError, forbidden, oneOf, required } from '../field-errors.ts';

const modes = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];

/** How Pods may use a volume. */
export function validateAccessModes(given: readonly string[], path: string, detail = ''): FieldError[] {
  return [
    ...(given.length === 0 ? [required(path, detail)] : []),
    ...given.flatMap((mode) => oneOf(mode, modes, path)),
    ...(given.includes('ReadWriteOncePod') && given.length > 1
      ? [forbidden(path, 'may not use ReadWriteOncePod with other access modes')]
      : []),
  ];
}
