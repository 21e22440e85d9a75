import type { Core } from '../core.ts';
import type { JsonObject } from '@opgen/rules/json';
import { readObject } from '../serving/body.ts';
import type { Call } from '../serving/call.ts';
import { objectResponse } from '../serving/present.ts';
import type { ServerResponse } from '../serving/request.ts';
import { fieldsOfBody } from './fields.ts';
import { requireType } from './types.ts';
import { replace } from './update.ts';

/** Replaces the finalizers in the spec of a namespace, which other updates keep. */
export async function finalize(core: Core, call: Call): Promise<ServerResponse> {
  const body = readObject(call.request);
  requireType(call.resource, body);
  const object: JsonObject = fieldsOfBody(call, body);
  return objectResponse(core, call, await replace(core, call, async () => object, 'update'));
}
