import type { Diagnostic } from '../../diagnostics.ts';
import { invalidKind } from '../../project/diagnostics.ts';
import { templateIdentifiers } from '../templates/identifiers.ts';

/** Globals, which code that imports a kind of that name would lose, and the base types of imported kinds. */
const takenNames = new Set(
  (
    'AbortController AbortSignal Array Boolean Buffer Date Error Function Infinity JSON Map Math NaN Number Object ' +
    'Promise Record Reflect RegExp Set String Symbol CustomObject CustomResource KubernetesObject'
  ).split(' '),
);

/** Rejects a kind with a name that generated files use for something else: they would not compile. */
export function checkTakenNames(kind: string, { withImage }: { withImage: boolean }): Diagnostic[] {
  const always = takenNames.has(kind) || templateIdentifiers({ withImage: false }).has(kind);
  if (!always && !(withImage && templateIdentifiers({ withImage }).has(kind))) return [];
  const where = always ? 'cannot be a kind' : 'cannot be a kind with --image';
  return [
    invalidKind({
      message: `'${kind}' ${where}: generated files use this name`,
      hint: `use a more specific name, such as ${kind}Policy`,
    }),
  ];
}
