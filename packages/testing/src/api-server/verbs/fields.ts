import { decodingProblem, pruned, unreadable } from '../resources/admission.ts';
import { invalid } from '@opgen/rules/field-errors';
import type { JsonObject } from '@opgen/rules/json';
import { invalidStatus, StatusError } from '../status-errors.ts';
import type { Call } from '../serving/call.ts';
import { fieldValidation } from '../serving/field-validation.ts';
import { strictDecodingProblems } from '../serving/strict-json.ts';

/**
 * Decodes a body. Unknown fields are rejected or reported as the client requested, whatever the outcome of the
 * request.
 */
export function fieldsOfBody(call: Call, body: JsonObject): JsonObject {
  return fieldsOf(call, body, call.request.body, (problem) => {
    throw unreadable(call.resource, problem);
  });
}

/** Decodes the result of a patch: errors are those of the patch. */
export function fieldsOfPatched(call: Call, patched: JsonObject): JsonObject {
  return fieldsOf(call, patched, '', (problem) => {
    const error = invalid('patch', JSON.stringify(patched), problem);
    throw new StatusError(invalidStatus('', '', '', [error]));
  });
}

function fieldsOf(
  { resource, request, warn }: Call,
  object: JsonObject,
  text: string,
  refuse: (problem: string) => never,
): JsonObject {
  const problem = decodingProblem(resource, object);
  if (problem !== undefined) refuse(problem);
  const known = pruned(resource, object);
  const validation = fieldValidation(request);
  const problems =
    validation === 'Ignore' ? [] : strictDecodingProblems(known.unknown, text, resource.custom !== undefined);
  if (validation === 'Strict' && problems.length > 0) refuse(`strict decoding error: ${problems.join(', ')}`);
  problems.forEach(warn);
  return known.object;
}
