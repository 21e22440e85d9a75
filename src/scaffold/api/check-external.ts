import type { Diagnostic } from '../../diagnostics.ts';
import type { ApiOptions, ExternalType } from './options.ts';
import { invalidExternalType } from '../diagnostics.ts';

/** An npm package name, at most 214 characters long, optionally followed by a path inside the package. */
const moduleName =
  /^(?=.{1,214}(\/|$))(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*(\/[A-Za-z0-9_][A-Za-z0-9._-]*)*$/;

/** An external type has exactly one source, and the flags that write a type of the project do not apply to it. */
export function checkExternal(
  { deployImage, resource }: Pick<ApiOptions, 'deployImage' | 'resource'>,
  external: ExternalType,
): Diagnostic[] {
  const { crd, module } = external;
  const found: Diagnostic[] = [];
  if (crd === undefined && module === undefined) {
    const hint = 'add --external-api-module <npm module> or --external-api-crd <file>';
    found.push(problem('--external-api-domain does not say where the type comes from', hint));
  }
  if (crd !== undefined && module !== undefined)
    found.push(problem('the type cannot come from a module and from a CRD', 'leave one of them out'));
  if (module !== undefined && !moduleName.test(module)) {
    const hint = 'such as @example/kinds; the version of it belongs into package.json';
    found.push(problem(`'${module}' is not the name of an npm module`, hint));
  }
  if (resource === true || deployImage !== undefined) {
    const flag = resource === true ? '--resource' : '--image';
    found.push(problem(`${flag} writes a type, and this one is another operator's`, `leave ${flag} out`));
  }
  return found;
}

function problem(message: string, hint: string): Diagnostic {
  return invalidExternalType({ message, hint });
}
