import { fieldErrorText } from '@opgen/rules/field-errors';
import { type RuleWithOperations, validateWebhook } from '@opgen/rules/webhooks';
import type { Diagnostic, DiagnosticDefinition } from '../diagnostics.ts';
import type { KindReference } from '../model/api-model.ts';
import {
  duplicateWebhook,
  invalidWebhookAddress,
  invalidWebhookField,
  invalidWebhookFilter,
  invalidWebhookName,
  verbsAndMethodsDiffer,
  webhookCanLockCluster,
  webhookForOtherKind,
  webhookForUnknownResource,
} from './diagnostics.ts';
import { wrongInLabelSelector } from './check-label-selector.ts';
import { type WrongInExpression, wrongInMatchConditions } from './check-match-conditions.ts';
import type { KnownResources } from './known-resources.ts';
import type { WrittenWebhook } from './written-webhook.ts';

/** A problem of a webhook, with the marker argument that causes it. */
type Wrong = [argument: string, definition: DiagnosticDefinition, message: string, hint?: string | undefined];

/** Reports what the API server rejects in a webhook, and what would make the webhook ineffective or dangerous. */
export function checkWebhook(
  written: WrittenWebhook,
  known: KnownResources,
  wrongInExpression: WrongInExpression,
): Diagnostic[] {
  const errors = rejected(written);
  const wrong = [
    ...errors,
    ...wrongAddress(written),
    ...wrongValues(written),
    ...wrongSelectors(written, wrongInExpression),
    ...(errors.some(([argument]) => argumentsOfRules.has(argument)) ? [] : wrongRules(written, known)),
  ];
  return [
    ...wrong.map((each) => diagnostic(written, each)),
    ...checkMethods(written),
    ...checkClusterScoped(written, known),
  ];
}

/** A namespaceSelector does not exclude cluster-scoped resources, except namespaces themselves. */
function checkClusterScoped(written: WrittenWebhook, known: KnownResources): Diagnostic[] {
  if (written.webhook.failurePolicy !== 'Fail') return [];
  return written.webhook.rules
    .filter(({ scope }) => scope !== 'Namespaced')
    .flatMap(({ apiGroups, resources }) => {
      const locked = resources.filter((resource) =>
        apiGroups.some(
          (group) => !known.isOwn(group, resource) && mayBeClusterScoped(known, group, resource),
        ),
      );
      if (locked.length === 0) return [];
      const what = locked
        .map((resource) => (resource.startsWith('*') ? 'everything' : resource))
        .join(' and ');
      const message = `while the operator is down, the API server rejects every change of ${what} in all namespaces`;
      const hint = 'write failurePolicy=ignore, or scope=Namespaced if that is enough';
      return diagnostic(written, ['resources', webhookCanLockCluster, message, hint]);
    });
}

function mayBeClusterScoped(known: KnownResources, group: string, resource: string): boolean {
  if (group === '' && resource.split('/')[0] === 'namespaces') return false;
  return group === '*' || resource.startsWith('*') || known.isClusterScoped(group, resource) === true;
}

/** Warns about a method that is never called, and about a verb without a method. */
function checkMethods(written: WrittenWebhook): Diagnostic[] {
  const { handler, kind, values } = written.wanted;
  if (handler === undefined || kind === undefined || values.mutating) return [];
  return (['Create', 'Update', 'Delete'] as const).flatMap((verb) => {
    const method = `validate${verb}`;
    const isRequested = written.webhook.rules.some(({ operations }) =>
      operations.some((operation) => operation === '*' || operation === verb.toUpperCase()),
    );
    const hasMethod = handler.methods.includes(method);
    if (
      isRequested === hasMethod ||
      (isRequested && (!handler.showsAllMethods || handler.methods.length === 0))
    )
      return [];
    const message = hasMethod
      ? `${method} of ${handler.name} is never called`
      : `${handler.name} has no ${method} for the verb ${verb.toLowerCase()}, so it allows all such requests`;
    const hint = hasMethod ? `add ${verb.toLowerCase()} to the verbs` : 'add the method, or remove the verb';
    return diagnostic(written, ['verbs', verbsAndMethodsDiffer, message, hint]);
  });
}

/** Webhook names are unique within a configuration. */
export function checkNames(ofOneSort: readonly WrittenWebhook[]): Diagnostic[] {
  return duplicates(ofOneSort, 'name', ({ webhook }) => webhook.name);
}

/** Mutating and validating webhooks share one set of paths, and each path has one handler. */
export function checkPaths(all: readonly WrittenWebhook[]): Diagnostic[] {
  return duplicates(all, 'path', ({ webhook: { clientConfig } }) =>
    clientConfig.service === undefined ? undefined : JSON.stringify(clientConfig.service),
  );
}

function duplicates(
  all: readonly WrittenWebhook[],
  what: 'name' | 'path',
  keyOf: (written: WrittenWebhook) => string | undefined,
): Diagnostic[] {
  const first = new Map<string, WrittenWebhook>();
  return all.flatMap((written) => {
    const key = keyOf(written);
    if (key === undefined) return [];
    const earlier = first.get(key);
    if (earlier === undefined) return (first.set(key, written), []);
    const value = what === 'name' ? written.webhook.name : written.webhook.clientConfig.service?.path;
    const { file, line } = earlier.placeOf(what);
    const hint =
      what === 'name'
        ? 'rename one of them'
        : 'combine the two webhooks in one marker, or change one of the paths';
    const message = `the webhook in ${file}:${line} has the same ${what} '${value}'`;
    return [diagnostic(written, [what, duplicateWebhook, message, hint])];
  });
}

/** The marker argument that sets each field. */
const argumentOf: readonly (readonly [
  field: RegExp,
  argument: string,
  DiagnosticDefinition,
  hint?: string,
])[] = [
  [/^name/, 'name', invalidWebhookName, 'for example memcached.cache.example.com'],
  [
    /^clientConfig\.url/,
    'url',
    invalidWebhookAddress,
    'for example url=https://webhooks.example.com/validate',
  ],
  [/^clientConfig\.service\.name$/, 'serviceName', invalidWebhookAddress, 'for example webhook-service'],
  [/^clientConfig\.service\.namespace/, 'serviceNamespace', invalidWebhookAddress, 'for example system'],
  [/^clientConfig\.service\.path/, 'path', invalidWebhookAddress, 'for example path=/validate-v1-pod'],
  [/^clientConfig\.service\.port/, 'servicePort', invalidWebhookAddress],
  [/\.operations/, 'verbs', invalidWebhookField],
  [/\.apiGroups/, 'groups', invalidWebhookField],
  [/\.apiVersions/, 'versions', invalidWebhookField],
  [/\.resources/, 'resources', invalidWebhookField],
  [/\.scope/, 'scope', invalidWebhookField],
];

const argumentsOfRules: ReadonlySet<string> = new Set(['verbs', 'groups', 'versions', 'resources', 'scope']);

/** What the API server rejects, by marker argument. `wrongSelectors` checks selectors and match conditions. */
function rejected({ webhook }: WrittenWebhook): Wrong[] {
  const { clientConfig } = webhook;
  const { service } = clientConfig;
  const checked = {
    ...webhook,
    matchConditions: [],
    namespaceSelector: {},
    objectSelector: {},
    clientConfig:
      service === undefined ? clientConfig : { service: { ...service, port: service.port ?? 443 } },
  };
  return (
    validateWebhook(checked, '', () => undefined)
      .map((error) => ({ ...error, field: error.field.replace(/^\./, '') }))
      // wrongAddress and wrongValues check these two fields more strictly.
      .filter(({ field }) => field !== 'clientConfig' && field !== 'admissionReviewVersions')
      .map((error) => {
        const [, argument = error.field.replace(/\[.*/, ''), definition = invalidWebhookField, hint] =
          argumentOf.find(([field]) => field.test(error.field)) ?? [];
        return [argument, definition, `the API server rejects ${fieldErrorText(error)}`, hint];
      })
  );
}

function wrongAddress({ webhook: { clientConfig } }: WrittenWebhook): Wrong[] {
  const { service, url } = clientConfig;
  if (service !== undefined && url !== undefined) {
    return [
      ['url', invalidWebhookAddress, 'a webhook cannot have both a path and a url', 'remove one of them'],
    ];
  }
  if (url === undefined && service?.path === undefined) {
    const hint = 'for example path=/validate-v1-pod';
    return [['path', invalidWebhookAddress, 'this webhook has neither a path nor a url', hint]];
  }
  if (service?.name !== 'webhook-service' || service.path !== '/convert') return [];
  return [
    ['path', invalidWebhookAddress, 'the path /convert is reserved for conversion', 'choose another path'],
  ];
}

function wrongValues({ wanted: { values }, webhook }: WrittenWebhook): Wrong[] {
  const wrong: Wrong[] = [];
  const { admissionReviewVersions, reinvocationPolicy } = webhook;
  if (!values.mutating && reinvocationPolicy !== undefined) {
    const message = 'only mutating webhooks can have a reinvocationPolicy';
    wrong.push(['reinvocationPolicy', invalidWebhookField, message, 'remove reinvocationPolicy']);
  }
  if (!admissionReviewVersions.includes('v1')) {
    const message = 'the API server sends only AdmissionReview v1';
    wrong.push(['admissionReviewVersions', invalidWebhookField, message, 'write admissionReviewVersions=v1']);
  }
  const version = values.webhookVersions?.find((name) => name !== 'v1');
  if (version !== undefined) {
    const message = `Kubernetes no longer serves ${version} webhook configurations`;
    wrong.push(['webhookVersions', invalidWebhookField, message, 'remove webhookVersions']);
  }
  return wrong;
}

function wrongSelectors({ webhook }: WrittenWebhook, wrongInExpression: WrongInExpression): Wrong[] {
  const wrong: Wrong[] = [];
  for (const field of ['namespaceSelector', 'objectSelector'] as const) {
    const selector = webhook[field];
    const reason = selector && wrongInLabelSelector(selector);
    if (reason !== undefined) wrong.push([field, invalidWebhookFilter, `invalid ${field}: ${reason}`]);
  }
  const reason =
    webhook.matchConditions && wrongInMatchConditions(webhook.matchConditions, wrongInExpression);
  if (reason !== undefined)
    wrong.push(['matchConditions', invalidWebhookFilter, `invalid matchConditions: ${reason}`]);
  return wrong;
}

function wrongRules(written: WrittenWebhook, known: KnownResources): Wrong[] {
  const unknown = written.webhook.rules.flatMap((rule) => unknownResources(rule, known));
  return unknown.length > 0 ? unknown : rulesWithoutKind(written);
}

/**
 * Reports rules that leave out the kind of the class. They may match other kinds as well: a class can check what a
 * Deployment and a StatefulSet have in common, or one kind in an old and a new group.
 */
function rulesWithoutKind({ wanted: { handler, kind }, webhook: { rules } }: WrittenWebhook): Wrong[] {
  if (handler === undefined || kind === undefined) return [];
  const missing = rules.map((rule) => missingFromRule(rule, kind));
  const [first] = missing;
  if (first === undefined || missing.includes(undefined)) return [];
  const [argument, value] = first;
  const message = `the API server never calls ${handler.name} for ${kind.kind}: ${argument} does not include ${value || 'core'}`;
  const hint = `remove ${argument} or add ${value || 'core'} to it, or move the marker above a class for a kind that it matches`;
  return [[argument, webhookForOtherKind, message, hint]];
}

/** The argument without which the rule would match the kind, and the value that it lacks. */
function missingFromRule(rule: RuleWithOperations, kind: KindReference): [string, string] | undefined {
  const { apiGroups, apiVersions, resources } = rule;
  const bases = resources.map((resource) => resource.replace(/\/.*/, ''));
  const lists = [
    ['groups', apiGroups, kind.group],
    ['versions', apiVersions, kind.version],
    ['resources', bases, kind.plural],
  ] as const;
  const missing = lists.find(([, values, value]) => !values.includes(value) && !values.includes('*'));
  return missing && [missing[0], missing[2]];
}

function unknownResources(rule: RuleWithOperations, known: KnownResources): Wrong[] {
  const wrong: Wrong[] = [];
  for (const group of rule.apiGroups) {
    const unknown = known.unknownGroup(group);
    if (unknown !== undefined)
      wrong.push(['groups', webhookForUnknownResource, unknown.message, unknown.hint]);
  }
  if (wrong.length > 0) return wrong;
  for (const resource of rule.resources) {
    const unknown = known.unknownResource(rule.apiGroups, resource);
    if (unknown !== undefined)
      wrong.push(['resources', webhookForUnknownResource, unknown.message, unknown.hint]);
  }
  return wrong;
}

function diagnostic({ placeOf }: WrittenWebhook, [argument, definition, message, hint]: Wrong): Diagnostic {
  return definition({ message, hint, place: placeOf(argument) });
}
