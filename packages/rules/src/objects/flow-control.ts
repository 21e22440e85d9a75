import { type FieldError, forbidden, invalid, notSupported, oneOf, required } from '../field-errors.ts';
import { isObject, type JsonObject, metadataIn, objectsIn } from '../json.ts';
import { dns1123LabelProblem } from '../names/dns-names.ts';
import { dns1123Label, dns1123Subdomain, objectIn, requiredText, textIn, textsIn } from './fields.ts';
import type { Validation } from './validation.ts';

const lastPrecedence = 10_000;

export const validateFlowSchema: Validation = (schema) => {
  const spec = objectIn(schema, 'spec');
  const precedence = Number(spec['matchingPrecedence'] ?? 0);
  const method = spec['distinguisherMethod'];
  const path = 'spec.matchingPrecedence';
  const level = textIn(objectIn(spec, 'priorityLevelConfiguration'), 'name');
  return [
    ...(precedence <= 0 ? [invalid(path, precedence, 'must be a positive value')] : []),
    ...(precedence > lastPrecedence
      ? [invalid(path, precedence, `must not be greater than ${lastPrecedence}`)]
      : []),
    ...(precedence === 1 && metadataIn(schema)['name'] !== 'exempt'
      ? [invalid(path, 1, "only the schema named 'exempt' may have matchingPrecedence 1")]
      : []),
    ...(isObject(method) && !['ByNamespace', 'ByUser'].includes(textIn(method, 'type'))
      ? [notSupported('spec.distinguisherMethod.type', method, ['ByNamespace', 'ByUser'])]
      : []),
    ...(level === ''
      ? [required('spec.priorityLevelConfiguration.name', 'must reference a priority level')]
      : dns1123Subdomain(level, 'spec.priorityLevelConfiguration.name')),
    ...objectsIn(spec['rules']).flatMap((rule, i) => validateRules(rule, `spec.rules[${i}]`)),
  ];
};

function validateRules(rule: JsonObject, path: string): FieldError[] {
  const subjects = objectsIn(rule['subjects']);
  const resourceRules = objectsIn(rule['resourceRules']);
  const nonResourceRules = objectsIn(rule['nonResourceRules']);
  return [
    ...(subjects.length === 0
      ? [required(`${path}.subjects`, 'subjects must contain at least one value')]
      : []),
    ...subjects.flatMap((subject, i) => validateSubject(subject, `${path}.subjects[${i}]`)),
    ...(resourceRules.length + nonResourceRules.length === 0
      ? [required(path, 'at least one of resourceRules and nonResourceRules has to be non-empty')]
      : []),
    ...resourceRules.flatMap((one, i) => validateResourceRule(one, `${path}.resourceRules[${i}]`)),
    ...nonResourceRules.flatMap((one, i) => validateNonResourceRule(one, `${path}.nonResourceRules[${i}]`)),
  ];
}

/** The field of a subject that belongs to its kind. */
const fieldsOfKinds: Readonly<Record<string, string>> = {
  Group: 'group',
  ServiceAccount: 'serviceAccount',
  User: 'user',
};

function validateSubject(subject: JsonObject, path: string): FieldError[] {
  const kind = textIn(subject, 'kind');
  const expected = fieldsOfKinds[kind];
  if (expected === undefined) return oneOf(kind, Object.keys(fieldsOfKinds), `${path}.kind`);
  const others = Object.entries(fieldsOfKinds).filter(
    ([, field]) => field !== expected && isObject(subject[field]),
  );
  const value = subject[expected];
  return [
    ...(isObject(value)
      ? validateSubjectNames(expected, value, `${path}.${expected}`)
      : [required(`${path}.${expected}`, `${expected} is required when subject kind is '${kind}'`)]),
    ...others.map(([other, field]) =>
      forbidden(`${path}.${field}`, `${field} is forbidden when subject kind is not '${other}'`),
    ),
  ];
}

function validateSubjectNames(field: string, value: JsonObject, path: string): FieldError[] {
  const name = textIn(value, 'name');
  if (field !== 'serviceAccount') return requiredText(name, `${path}.name`);
  return [
    ...requiredText(name, `${path}.name`, (text, at) => (text === '*' ? [] : dns1123Subdomain(text, at))),
    ...requiredText(textIn(value, 'namespace'), `${path}.namespace`, dns1123Label),
  ];
}

const verbs = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'proxy', 'update', 'watch'];

function validateVerbs(given: readonly string[], path: string): FieldError[] {
  if (given.length === 0) return [required(path, 'verbs must contain at least one value')];
  if (given.includes('*')) return aloneWildcard(given, 'verbs', path);
  return given.every((verb) => verbs.includes(verb)) ? [] : [notSupported(path, given, verbs)];
}

/** `*` stands alone. */
function aloneWildcard(given: readonly string[], what: string, path: string): FieldError[] {
  if (given.length === 1 || !given.includes('*')) return [];
  return [invalid(path, given, `if '*' is present, must not specify other ${what}`)];
}

function validateResourceRule(rule: JsonObject, path: string): FieldError[] {
  const list = (name: string, one: string, several: string): FieldError[] => {
    const given = textsIn(rule[name]);
    const at = `${path}.${name}`;
    return given.length === 0
      ? [required(at, `resource rules must supply at least one ${one}`)]
      : aloneWildcard(given, several, at);
  };
  return [
    ...validateVerbs(textsIn(rule['verbs']), `${path}.verbs`),
    ...list('apiGroups', 'api group', 'api groups'),
    ...list('resources', 'resource', 'resources'),
    ...validateNamespaces(textsIn(rule['namespaces']), rule['clusterScope'] === true, `${path}.namespaces`),
  ];
}

function validateNamespaces(given: readonly string[], isClusterScoped: boolean, path: string): FieldError[] {
  if (given.length === 0 && !isClusterScoped) {
    const detail = 'resource rules that are not cluster scoped must supply at least one namespace';
    return [required(path, detail)];
  }
  if (given.includes('*')) return aloneWildcard(given, 'namespaces', path);
  return given.flatMap((namespace, i) => {
    const problem = dns1123LabelProblem(namespace);
    if (problem === undefined) return [];
    const detail = `each member of this list must be '*' or a DNS-1123 label; ${problem}`;
    return [invalid(`${path}[${i}]`, namespace, detail)];
  });
}

function validateNonResourceRule(rule: JsonObject, path: string): FieldError[] {
  const urls = textsIn(rule['nonResourceURLs']);
  const at = `${path}.nonResourceURLs`;
  return [
    ...validateVerbs(textsIn(rule['verbs']), `${path}.verbs`),
    ...(urls.length === 0 ? [required(at, 'nonResourceURLs must contain at least one value')] : []),
    ...(urls.includes('*')
      ? aloneWildcard(urls, 'non-resource URLs', at)
      : urls.flatMap((url, i) => {
          const problem = urlProblem(url);
          return problem === undefined ? [] : [invalid(`${at}[${i}]`, url, problem)];
        })),
  ];
}

function urlProblem(url: string): string | undefined {
  if (url === '') return 'must not be empty';
  if (url.includes(' ')) return 'must not contain white-space';
  if (!url.startsWith('/')) return 'must start with slash';
  if (url.includes('//')) return 'must not contain double slash';
  return /\*/.test(url.replace(/\/\*$/, '')) ? 'wildcard can only do suffix matching' : undefined;
}

export const validatePriorityLevel: Validation = (level) => {
  const spec = objectIn(level, 'spec');
  const name = textIn(metadataIn(level), 'name');
  const type = textIn(spec, 'type');
  const { limited, exempt } = spec;
  const isExempt = type === 'Exempt';
  const mayBeExempt = isExempt === (name === 'exempt');
  return [
    ...(mayBeExempt
      ? []
      : [invalid('spec.type', type, "must be 'Exempt' if and only if `name` is 'exempt'")]),
    ...validateMandatory(name, spec),
    ...requiredText(type, 'spec.type', (value, path) => oneOf(value, ['Exempt', 'Limited'], path)),
    ...(isExempt && isObject(limited)
      ? [forbidden('spec.limited', 'must be nil if the type is not Limited')]
      : []),
    ...(type === 'Limited' && isObject(exempt)
      ? [forbidden('spec.exempt', 'must be nil if the type is Limited')]
      : []),
    ...(type === 'Limited' && !isObject(limited)
      ? [required('spec.limited', 'must not be empty when type is Limited')]
      : []),
    ...(type === 'Limited' && isObject(limited) ? validateLimited(limited, 'spec.limited') : []),
  ];
};

/** The server creates and corrects these two. */
function validateMandatory(name: string, spec: JsonObject): FieldError[] {
  const isChanged =
    (name === 'exempt' && spec['type'] !== 'Exempt') ||
    (name === 'catch-all' &&
      (spec['type'] !== 'Limited' || objectIn(spec, 'limited')['nominalConcurrencyShares'] !== 5));
  if (!isChanged) return [];
  const except = name === 'exempt' ? " except the 'spec.exempt' field" : '';
  return [invalid('spec', spec, `spec of '${name}'${except} must equal the fixed value`)];
}

function validateLimited(limited: JsonObject, path: string): FieldError[] {
  const { nominalConcurrencyShares: shares, lendablePercent, borrowingLimitPercent } = limited;
  const isPercent = Number(lendablePercent ?? 0) >= 0 && Number(lendablePercent ?? 0) <= 100;
  return [
    ...(Number(shares) < 0
      ? [invalid(`${path}.nominalConcurrencyShares`, shares, 'must be a non-negative integer')]
      : []),
    ...validateLimitResponse(objectIn(limited, 'limitResponse'), `${path}.limitResponse`),
    ...(isPercent
      ? []
      : [invalid(`${path}.lendablePercent`, lendablePercent, 'must be between 0 and 100, inclusive')]),
    ...(Number(borrowingLimitPercent) < 0
      ? [
          invalid(
            `${path}.borrowingLimitPercent`,
            borrowingLimitPercent,
            'if specified, must be a non-negative integer',
          ),
        ]
      : []),
  ];
}

function validateLimitResponse(response: JsonObject, path: string): FieldError[] {
  const type = textIn(response, 'type');
  const { queuing } = response;
  if (type === 'Reject')
    return isObject(queuing)
      ? [forbidden(`${path}.queuing`, 'must be nil if limited.limitResponse.type is not Limited')]
      : [];
  if (type !== 'Queue')
    return requiredText(type, `${path}.type`, (value, at) => oneOf(value, ['Queue', 'Reject'], at));
  return isObject(queuing)
    ? validateQueuing(queuing, `${path}.queuing`)
    : [required(`${path}.queuing`, 'must not be empty if limited.limitResponse.type is Limited')];
}

const mostQueues = 10_000_000;
const mostEntropyBits = 60;

function validateQueuing(queuing: JsonObject, path: string): FieldError[] {
  const queues = Number(queuing['queues'] ?? 0);
  const handSize = Number(queuing['handSize'] ?? 0);
  const queueLengthLimit = Number(queuing['queueLengthLimit'] ?? 0);
  const positive = (value: number, name: string): FieldError[] =>
    value > 0 ? [] : [invalid(`${path}.${name}`, value, 'must be positive')];
  const hand = `${path}.handSize`;
  return [
    ...positive(queueLengthLimit, 'queueLengthLimit'),
    ...positive(queues, 'queues'),
    ...(queues > mostQueues
      ? [invalid(`${path}.queues`, queues, `must not be greater than ${mostQueues}`)]
      : []),
    ...positive(handSize, 'handSize'),
    ...(handSize > queues
      ? [invalid(hand, handSize, `should not be greater than queues (${queues})`)]
      : entropyBits(queues, handSize) > mostEntropyBits
        ? [
            invalid(
              hand,
              handSize,
              `required entropy bits of deckSize ${queues} and handSize ${handSize} should not be greater than ` +
                mostEntropyBits,
            ),
          ]
        : []),
  ];
}

/** The bits of randomness that dealing a hand takes. */
function entropyBits(deckSize: number, handSize: number): number {
  let hands = 1;
  for (let dealt = 0; dealt < handSize; dealt += 1) hands *= deckSize - dealt;
  return Math.ceil(Math.log2(hands));
}
