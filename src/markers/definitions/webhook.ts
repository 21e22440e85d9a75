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

/** All arguments are optional here: what a class tells need not be said again, and what is missing is told later. */
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
    'The API server asks the operator before it writes such objects. Above a class that implements Defaulter or ' +
    'Validator, what is not said here follows from the class: mutating, groups, versions, resources, path and name; ' +
    'and the verbs are those that a Validator has methods for, or create and update; failurePolicy is Fail, ' +
    'sideEffects None, admissionReviewVersions v1. ' +
    'Elsewhere mutating, failurePolicy, groups, resources, verbs, versions, name, admissionReviewVersions, ' +
    'sideEffects, and path or url are needed. `patch` is merged into the result at the end.',
  example: '// +webhook:verbs=create;update,failurePolicy=fail,sideEffects=None',
  repeatable: true,
});

export const webhookConfiguration = defineMarker({
  name: 'webhookconfiguration',
  on: ['file'],
  argument: named({ mutating: required(boolean()), name: optional(text()) }),
  summary: 'The name of the object that lists the mutating, or the validating, webhooks.',
  example: '// +webhookconfiguration:mutating=true,name=defaults-of-memcached',
  repeatable: true,
});

export const webhookMarkers = [webhook, webhookConfiguration];
