import { type FieldError, invalid, notSupported, oneOf, required } from '../field-errors.ts';
import { type JsonObject, objectsIn } from '../json.ts';
import { dns1035LabelProblem, dns1123SubdomainProblem } from '../names/dns-names.ts';
import { validateLabelSelector } from '../selectors/validate-label-selector.ts';
import { validateMatchConditions } from '../admission/validate-match-conditions.ts';
import { validateClientConfig } from './client-config.ts';
import { validateRule } from './rules.ts';

const sideEffectClasses = ['None', 'NoneOnDryRun'];
const reviewVersions = ['v1', 'v1beta1'];

/**
 * The errors of one webhook, defaults filled in. Fields of another type than in the API count as absent.
 *
 * `compile` reports why a match condition does not compile; the caller passes it so that checking webhooks without
 * conditions does not load CEL.
 */
export function validateWebhook(
  webhook: JsonObject,
  path: string,
  compile: (expression: string) => string | undefined,
): FieldError[] {
  const { failurePolicy, matchPolicy, reinvocationPolicy, sideEffects, timeoutSeconds } = webhook;
  const timeout = Number(timeoutSeconds);
  return [
    ...validateName(String(webhook['name'] ?? ''), `${path}.name`),
    ...objectsIn(webhook['rules']).flatMap((rule, i) => validateRule(rule, `${path}.rules[${i}]`)),
    ...oneOf(failurePolicy, ['Fail', 'Ignore'], `${path}.failurePolicy`),
    ...oneOf(matchPolicy, ['Equivalent', 'Exact'], `${path}.matchPolicy`),
    ...validateSideEffects(sideEffects, `${path}.sideEffects`),
    ...(timeout > 30 || timeout < 1
      ? [invalid(`${path}.timeoutSeconds`, timeout, 'the timeout value must be between 1 and 30 seconds')]
      : []),
    ...validateLabelSelector(webhook['namespaceSelector'], `${path}.namespaceSelector`),
    ...validateLabelSelector(webhook['objectSelector'], `${path}.objectSelector`),
    ...oneOf(reinvocationPolicy, ['IfNeeded', 'Never'], `${path}.reinvocationPolicy`),
    ...validateClientConfig(webhook['clientConfig'], `${path}.clientConfig`),
    ...validateMatchConditions(webhook['matchConditions'], `${path}.matchConditions`, compile),
    ...validateReviewVersions(webhook['admissionReviewVersions'], `${path}.admissionReviewVersions`),
  ];
}

function validateName(name: string, path: string): FieldError[] {
  if (name === '') return [required(path)];
  const problem = dns1123SubdomainProblem(name);
  if (problem !== undefined) return [invalid(path, name, problem)];
  const rule = 'should be a domain with at least three segments separated by dots';
  return name.split('.').length < 3 ? [invalid(path, name, rule)] : [];
}

function validateSideEffects(sideEffects: unknown, path: string): FieldError[] {
  if (sideEffects === undefined)
    return [required(path, `must specify one of ${sideEffectClasses.join(', ')}`)];
  if (sideEffectClasses.includes(String(sideEffects))) return [];
  return [notSupported(path, sideEffects, sideEffectClasses)];
}

function validateReviewVersions(given: unknown, path: string): FieldError[] {
  const versions = Array.isArray(given) ? given.map(String) : [];
  if (versions.length === 0) return [required(path, `must specify one of ${reviewVersions.join(', ')}`)];
  const errors = versions.flatMap((version, i) => {
    if (versions.indexOf(version) < i) return [invalid(`${path}[${i}]`, version, 'duplicate version')];
    const problem = dns1035LabelProblem(version);
    return problem === undefined ? [] : [invalid(`${path}[${i}]`, version, problem)];
  });
  if (versions.some((version) => reviewVersions.includes(version))) return errors;
  return [...errors, invalid(path, versions, `must include at least one of ${reviewVersions.join(', ')}`)];
}
