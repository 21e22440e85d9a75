import type { Diagnostic } from '../../diagnostics.ts';
import type { ApiOptions, ExternalType } from './options.ts';
import { invalidExternalType } from '../diagnostics.ts';

/** A package of npm, whose names have at most 214 characters, and perhaps a path in it. */
const moduleName =
  /^(?=.{1,214}(\/|$))(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*(\/[A-Za-z0-9_][A-Za-z0-9._-]*)*$/;

/** A type of another operator comes from one place, and nothing of it is written as our own. */
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
