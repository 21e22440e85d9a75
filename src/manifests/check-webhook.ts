import type { Diagnostic, DiagnosticDefinition } from '../diagnostics.ts';
import type { RuleWithOperations, ServiceReference } from '../kubernetes/webhook-configuration.ts';
import { dns1123Subdomain } from '../project/dns.ts';
import {
  duplicateWebhook,
  invalidWebhookAddress,
  invalidWebhookField,
  invalidWebhookFilter,
  invalidWebhookName,
  verbsAndMethodsDiffer,
  webhookCanLockCluster,
  webhookForUnknownResource,
} from './diagnostics.ts';
import { wrongInLabelSelector } from './check-label-selector.ts';
import { type WrongInExpression, wrongInMatchConditions } from './check-match-conditions.ts';
import type { KnownResources } from './known-resources.ts';
import type { WrittenWebhook } from './written-webhook.ts';

/** A part of a webhook that is wrong: the argument that it comes from, and what to say of it. */
type Wrong = [argument: string, definition: DiagnosticDefinition, message: string, hint?: string];

/** What the API server has against a webhook, and what would make it useless. */
export function checkWebhook(
  written: WrittenWebhook,
  known: KnownResources,
  wrongInExpression: WrongInExpression,
): Diagnostic[] {
  const wrong = [
    ...wrongName(written),
    ...wrongAddress(written),
    ...wrongValues(written),
    ...wrongSelectors(written, wrongInExpression),
    ...written.webhook.rules.flatMap((rule) => wrongRule(rule, known)),
  ];
  return [...wrong.map((each) => diagnostic(written, each)), ...unheard(written), ...locking(written, known)];
}

/** A namespaceSelector says nothing of what belongs to no namespace, but for namespaces themselves. */
function locking(written: WrittenWebhook, known: KnownResources): Diagnostic[] {
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
      const message = `while the operator is down nobody can change ${what}, whatever the namespace`;
      const hint = 'write failurePolicy=ignore, or scope=Namespaced where that is enough';
      return diagnostic(written, ['resources', webhookCanLockCluster, message, hint]);
    });
}

function mayBeClusterScoped(known: KnownResources, group: string, resource: string): boolean {
  if (group === '' && resource.split('/')[0] === 'namespaces') return false;
  return group === '*' || resource.startsWith('*') || known.isClusterScoped(group, resource) === true;
}

/** A method that nobody calls, or a request that nobody answers. */
function unheard(written: WrittenWebhook): Diagnostic[] {
  const { handler, values } = written.wanted;
  if (handler === undefined || values.mutating) return [];
  return (['Create', 'Update', 'Delete'] as const).flatMap((verb) => {
    const method = `validate${verb}`;
    const asked = written.webhook.rules.some(({ operations }) =>
      operations.some((operation) => operation === '*' || operation === verb.toUpperCase()),
    );
    const answered = handler.methods.includes(method);
    if (asked === answered || (asked && (!handler.showsAllMethods || handler.methods.length === 0)))
      return [];
    const message = answered
      ? `${method} of ${handler.name} is never called`
      : `${handler.name} is asked about verb ${verb.toLowerCase()} and has no ${method}`;
    const hint = answered ? `add ${verb.toLowerCase()} to verbs` : 'write the method, or leave the verb out';
    return diagnostic(written, ['verbs', verbsAndMethodsDiffer, message, hint]);
  });
}

/** Within one configuration names are unique. */
export function checkNames(ofOneSort: readonly WrittenWebhook[]): Diagnostic[] {
  return doubles(ofOneSort, 'name', ({ webhook }) => webhook.name);
}

/** A path leads to one handler, whatever the sort of webhook. */
export function checkPaths(all: readonly WrittenWebhook[]): Diagnostic[] {
  return doubles(all, 'path', ({ webhook: { clientConfig } }) =>
    clientConfig.service === undefined ? undefined : JSON.stringify(clientConfig.service),
  );
}

function doubles(
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
        ? 'give one of them another name'
        : 'list what both are about in one marker, or give one of them another path';
    const message = `the ${what} '${value}' is that of the webhook in ${file}:${line} too`;
    return [diagnostic(written, [what, duplicateWebhook, message, hint])];
  });
}

function wrongName({ webhook: { name } }: WrittenWebhook): Wrong[] {
  const wrong = dns1123Subdomain(name);
  if (wrong !== undefined)
    return [['name', invalidWebhookName, `'${name}' is not the name of a webhook: ${wrong}`]];
  if (name.split('.').length >= 3) return [];
  const message = `the name '${name}' has less than three parts`;
  return [['name', invalidWebhookName, message, `for example ${name.split('.')[0]}.cache.example.com`]];
}

function wrongAddress({ webhook: { clientConfig } }: WrittenWebhook): Wrong[] {
  const { service, url } = clientConfig;
  if (service !== undefined && url !== undefined) {
    return [['url', invalidWebhookAddress, 'a webhook has a path or a url, not both', 'remove one of them']];
  }
  if (url !== undefined) return wrongUrl(url);
  return service === undefined || service.path === undefined
    ? [
        [
          'path',
          invalidWebhookAddress,
          'this webhook has neither a path nor a url',
          'for example path=/validate-v1-pod',
        ],
      ]
    : wrongService(service);
}

function wrongUrl(url: string): Wrong[] {
  const message = wrongInUrl(url);
  const hint = 'for example url=https://webhooks.example.com/validate';
  return message === undefined ? [] : [['url', invalidWebhookAddress, message, hint]];
}

function wrongInUrl(url: string): string | undefined {
  if (!URL.canParse(url)) return `'${url}' is not a URL`;
  const { hash, password, protocol, search, username } = new URL(url);
  if (protocol !== 'https:') return 'the API server calls webhooks over https only';
  if (hash !== '' || search !== '') return 'the URL of a webhook has neither a query nor a fragment';
  return username === '' && password === '' ? undefined : 'the URL of a webhook has no user';
}

function wrongService({ name, namespace, path = '', port }: ServiceReference): Wrong[] {
  const wrong: Wrong[] = [];
  if (name === '')
    wrong.push([
      'serviceName',
      invalidWebhookAddress,
      'the service has no name',
      'for example webhook-service',
    ]);
  if (name === 'webhook-service' && path === '/convert') {
    const message = 'the path /convert is where versions are converted';
    wrong.push(['path', invalidWebhookAddress, message, 'choose another path']);
  }
  if (namespace === '')
    wrong.push([
      'serviceNamespace',
      invalidWebhookAddress,
      'the service has no namespace',
      'for example system',
    ]);
  const segments = path.replace(/\/$/, '').split('/').slice(1);
  if (!path.startsWith('/'))
    wrong.push([
      'path',
      invalidWebhookAddress,
      `the path '${path}' does not begin with a slash`,
      `write /${path}`,
    ]);
  const segment = segments.find((part) => dns1123Subdomain(part) !== undefined);
  if (segment !== undefined) {
    const hint = 'its parts are lower-case letters, digits, - and .';
    wrong.push(['path', invalidWebhookAddress, `'${segment}' cannot be part of the path '${path}'`, hint]);
  }
  if (port !== undefined && (port < 1 || port > 65_535))
    wrong.push(['servicePort', invalidWebhookAddress, `${port} is not a port`, 'ports are 1 to 65535']);
  return wrong;
}

/** Fields that have a few values; a marker is read so that it has one of them, a patch may say anything. */
const choices = [
  ['failurePolicy', ['Fail', 'Ignore']],
  ['matchPolicy', ['Exact', 'Equivalent']],
  ['reinvocationPolicy', ['Never', 'IfNeeded']],
  ['sideEffects', ['None', 'NoneOnDryRun']],
] as const;

function wrongValues({ wanted: { values }, webhook }: WrittenWebhook): Wrong[] {
  const wrong: Wrong[] = [];
  for (const [field, allowed] of choices) {
    const value = webhook[field];
    if (value === undefined || allowed.some((name) => name === value)) continue;
    const message = `the API server refuses ${field} ${value}`;
    wrong.push([field, invalidWebhookField, message, `write ${field}=${allowed.join(' or ')}`]);
  }
  const { admissionReviewVersions, reinvocationPolicy, timeoutSeconds } = webhook;
  if (timeoutSeconds !== undefined && !(timeoutSeconds >= 1 && timeoutSeconds <= 30)) {
    const message = `a webhook cannot have ${timeoutSeconds} seconds to answer`;
    wrong.push(['timeoutSeconds', invalidWebhookField, message, 'the API server waits 1 to 30 seconds']);
  }
  if (!values.mutating && reinvocationPolicy !== undefined) {
    const message = 'a validating webhook is never asked twice';
    wrong.push(['reinvocationPolicy', invalidWebhookField, message, 'remove reinvocationPolicy']);
  }
  if (!admissionReviewVersions.includes('v1')) {
    const message = 'the API server asks in AdmissionReview v1 and no other version';
    wrong.push(['admissionReviewVersions', invalidWebhookField, message, 'write admissionReviewVersions=v1']);
  }
  const version = values.webhookVersions?.find((name) => name !== 'v1');
  if (version !== undefined) {
    const message = `there is no ${version} of webhook configurations any more`;
    wrong.push(['webhookVersions', invalidWebhookField, message, 'remove webhookVersions']);
  }
  return wrong;
}

function wrongSelectors({ webhook }: WrittenWebhook, wrongInExpression: WrongInExpression): Wrong[] {
  const wrong: Wrong[] = [];
  for (const field of ['namespaceSelector', 'objectSelector'] as const) {
    const selector = webhook[field];
    const reason = selector && wrongInLabelSelector(selector);
    if (reason !== undefined) wrong.push([field, invalidWebhookFilter, `the ${field} is wrong: ${reason}`]);
  }
  const reason =
    webhook.matchConditions && wrongInMatchConditions(webhook.matchConditions, wrongInExpression);
  if (reason !== undefined)
    wrong.push(['matchConditions', invalidWebhookFilter, `the matchConditions are wrong: ${reason}`]);
  return wrong;
}

function wrongRule(rule: RuleWithOperations, known: KnownResources): Wrong[] {
  const wrong: Wrong[] = [];
  const lists: [string, readonly string[]][] = [
    ['groups', rule.apiGroups],
    ['versions', rule.apiVersions],
    ['verbs', rule.operations],
    ['resources', rule.resources],
  ];
  for (const [argument, list] of lists) {
    if (list.length === 0) wrong.push([argument, invalidWebhookField, `a webhook needs ${argument}`]);
    const all = argument === 'resources' ? '*/*' : '*';
    if (list.length > 1 && list.includes(all))
      wrong.push([
        argument,
        invalidWebhookField,
        `${all} stands for all ${argument}`,
        'leave out the others',
      ]);
  }
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
