import { type Library, overload } from '../functions/overload.ts';
import { stringType } from '../types/type.ts';

/** The function for paths of JSON patches. */
export const jsonPatch: Library = {
  'jsonpatch.escapeKey': [
    overload('string_jsonpatch_escapeKey_string', [stringType], stringType, (key: string) =>
      key.replaceAll('~', '~0').replaceAll('/', '~1'),
    ),
  ],
};
