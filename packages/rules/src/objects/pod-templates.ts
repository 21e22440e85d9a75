import type { FieldError } from '../field-errors.ts';
import { isObject, type JsonObject, metadataIn, objectsIn } from '../json.ts';
import { validateAnnotations, validateLabels } from '../metadata/validate-metadata.ts';
import { objectIn } from './fields.ts';
import { validatePodSpec } from './pod-spec.ts';
import type { Validation } from './validation.ts';

export const validatePodTemplateObject: Validation = ({ template }) =>
  validatePodTemplate(isObject(template) ? template : {}, 'template');

/** The template in the spec of a workload, with the volumes that its claim templates add. */
export function validateTemplate(spec: JsonObject, path: string): FieldError[] {
  const { template } = spec;
  const claimed = objectsIn(spec['volumeClaimTemplates']).map((claim) => metadataIn(claim)['name']);
  return validatePodTemplate(isObject(template) ? template : {}, `${path}.template`, claimed);
}

/** The labels, the annotations and the spec of Pods to be created. */
function validatePodTemplate(
  template: JsonObject,
  path: string,
  claimed: readonly unknown[] = [],
): FieldError[] {
  const annotations = objectIn(objectIn(template, 'metadata'), 'annotations') as Record<string, string>;
  return [
    ...validateLabels(labelsOf(template), `${path}.labels`),
    ...validateAnnotations(annotations, `${path}.annotations`),
    ...validatePodSpec(objectIn(template, 'spec'), `${path}.spec`, claimed),
  ];
}

/** The spec of the Pods of a workload. */
export function podSpecOf(spec: JsonObject): JsonObject {
  return objectIn(objectIn(spec, 'template'), 'spec');
}

/** The labels of a template. */
export function labelsOf(template: unknown): Record<string, string> {
  const labels = isObject(template) ? objectIn(objectIn(template, 'metadata'), 'labels') : {};
  return labels as Record<string, string>;
}
