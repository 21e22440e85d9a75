import {
  boolean,
  integer,
  list,
  named,
  optional,
  required,
  structure,
  text,
  word,
} from '../argument-types.ts';
import { defineMarker } from '../define-marker.ts';

/** All arguments are optional here: a webhook class implies some of them, and `manifests` reports those that are missing. */
export const webhook = defineMarker({
  name: 'webhook',
  on: ['file'],
  argument: named({
    mutating: optional(boolean()),
    failurePolicy: optional(word('Fail', 'Ignore')),
    groups: optional(list(text())),
    resources: optional(list(text())),
    verbs: optional(list(word('CREATE', 'UPDATE', 'DELETE', 'CONNECT', '*'))),
    versions: optional(list(text())),
    name: optional(text()),
    admissionReviewVersions: optional(list(text())),
    path: optional(text()),
    url: optional(text()),
    serviceName: optional(text()),
    serviceNamespace: optional(text()),
    servicePort: optional(integer()),
    matchPolicy: optional(word('Exact', 'Equivalent')),
    sideEffects: optional(word('None', 'NoneOnDryRun', 'Some', 'Unknown')),
    timeoutSeconds: optional(integer()),
    reinvocationPolicy: optional(word('Never', 'IfNeeded')),
    webhookVersions: optional(list(text())),
    scope: optional(word('Namespaced', 'Cluster', '*')),
    namespaceSelector: optional(structure()),
    objectSelector: optional(structure()),
    matchConditions: optional(structure()),
    patch: optional(structure()),
  }),
  summary:
    'An admission webhook: the API server calls the operator before it persists these objects. Above a class that ' +
    'implements Defaulter or Validator, the class determines mutating, groups, versions, resources, path and name; ' +
    'verbs defaults to the operations that a Validator has methods for, otherwise to create and update; ' +
    'failurePolicy to Fail, sideEffects to None, admissionReviewVersions to v1. ' +
    'Above a class that implements MutatingHandler or ValidatingHandler, the class determines mutating, with the same ' +
    'defaults for failurePolicy, sideEffects and admissionReviewVersions; groups, resources, verbs, versions, name and ' +
    'path are required. ' +
    'Elsewhere mutating, failurePolicy, groups, resources, verbs, versions, name, admissionReviewVersions, ' +
    'sideEffects, and path or url are required. `patch` is merged into the generated webhook.',
  example: '// +webhook:verbs=create;update,failurePolicy=fail,sideEffects=None',
  repeatable: true,
});

export const webhookConfiguration = defineMarker({
  name: 'webhookconfiguration',
  on: ['file'],
  argument: named({ mutating: required(boolean()), name: optional(text()) }),
  summary: 'The name of the MutatingWebhookConfiguration or ValidatingWebhookConfiguration.',
  example: '// +webhookconfiguration:mutating=true,name=defaults-of-memcached',
  repeatable: true,
});

export const webhookMarkers = [webhook, webhookConfiguration];
