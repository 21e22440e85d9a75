import type { Diagnostic } from '../../diagnostics.ts';
import { moduleName } from '../../project/name-rules.ts';
import type { ApiOptions, ExternalType } from './options.ts';
import { invalidExternalType } from '../diagnostics.ts';

/** An external type has exactly one source, and the flags that write a type of the project do not apply to it. */
export function checkExternal(
  { deployImage, resource }: Pick<ApiOptions, 'deployImage' | 'resource'>,
  external: ExternalType,
): Diagnostic[] {
  const { crd, module } = external;
  const found: Diagnostic[] = [];
  if (crd === undefined && module === undefined) {
    const hint = 'add the npm module that exports the type, or the file with its CRD';
    found.push(problem('--external-api-domain requires --external-api-module or --external-api-crd', hint));
  }
  if (crd !== undefined && module !== undefined)
    found.push(
      problem('--external-api-module and --external-api-crd exclude each other', 'remove one of them'),
    );
  if (module !== undefined && moduleName(module) !== undefined) {
    const hint = 'use a name such as @example/kinds; its version belongs in package.json';
    found.push(problem(`'${module}' is not a valid npm module name`, hint));
  }
  if (resource === true || deployImage !== undefined) {
    const flag = resource === true ? '--resource' : '--image';
    found.push(
      problem(`${flag} creates a type, but the type of an external kind exists already`, `remove ${flag}`),
    );
  }
  return found;
}

function problem(message: string, hint: string): Diagnostic {
  return invalidExternalType({ message, hint });
}
