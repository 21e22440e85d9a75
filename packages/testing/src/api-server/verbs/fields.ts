import { decodingProblem, pruned, unreadable } from '../resources/admission.ts';
import { invalid } from '@opgen/rules/field-errors';
import { type JsonObject, metadataIn } from '@opgen/rules/json';
import { invalidStatus, StatusError } from '../status-errors.ts';
import { mediaType, yamlType } from '../serving/body.ts';
import type { Call } from '../serving/call.ts';
import { duplicateYamlKeys, yamlError } from '../serving/duplicate-yaml-keys.ts';
import { fieldValidation } from '../serving/field-validation.ts';
import { strictDecodingProblems } from '../serving/strict-json.ts';

/**
 * Decodes a body. Unknown fields are rejected or reported as the client requested, whatever the outcome of the
 * request.
 */
export function fieldsOfBody(call: Call, body: JsonObject): JsonObject {
  const { body: text } = call.request;
  const isYaml = mediaType(call.request) === yamlType;
  call.audit?.identify(metadataIn(body));
  const source = isYaml ? { duplicateKeys: duplicateYamlKeys(text) } : { json: text };
  return fieldsOf(call, body, source, (problem) => {
    throw unreadable(call.resource, problem);
  });
}

/** Decodes the result of a patch: errors are those of the patch. */
export function fieldsOfPatched(call: Call, patched: JsonObject): JsonObject {
  return fieldsOf(call, patched, {}, (problem) => {
    const error = invalid('patch', JSON.stringify(patched), problem);
    throw new StatusError(invalidStatus('', '', '', [error]));
  });
}

/** The text of a body: JSON, or the duplicate keys of YAML. A patched object has neither. */
interface Source {
  readonly json?: string;
  readonly duplicateKeys?: readonly string[];
}

function fieldsOf(
  { resource, request, warn }: Call,
  object: JsonObject,
  { json = '', duplicateKeys = [] }: Source,
  refuse: (problem: string) => never,
): JsonObject {
  const problem = decodingProblem(resource, object);
  if (problem !== undefined) refuse(problem);
  const known = pruned(resource, object);
  const validation = fieldValidation(request);
  if (validation === 'Ignore') return known.object;
  const problems = strictDecodingProblems(known.unknown, json, resource.custom !== undefined);
  if (validation === 'Strict' && duplicateKeys.length + problems.length > 0) {
    const ofYaml = duplicateKeys.length > 0 ? [yamlError(duplicateKeys)] : [];
    refuse(`strict decoding error: ${[...ofYaml, ...problems].join(', ')}`);
  }
  duplicateKeys.forEach(warn);
  problems.forEach(warn);
  return known.object;
}
