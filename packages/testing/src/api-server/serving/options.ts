import { type FieldError, forbidden, invalid, notSupported, required } from '@opgen/rules/field-errors';
import { goQuote } from '@opgen/rules/go-text';
import type { Minor } from '@opgen/rules/builtin';
import { badRequest, invalidStatus, StatusError } from '../status-errors.ts';
import { labelSelector } from '../storage/selectors.ts';
import { applyType, mediaType } from './body.ts';
import type { ServerRequest } from './request.ts';
import type { Verb } from './request-info.ts';

/** Rejects query options that are invalid or contradict one another. */
export function requireValidOptions(request: ServerRequest, verb: Verb, minor: Minor): void {
  switch (verb) {
    case 'create':
      return requireValid('CreateOptions', writeErrors(request));
    case 'update':
      return requireValid('UpdateOptions', writeErrors(request));
    case 'patch':
      return requireValid('PatchOptions', [...patchErrors(request), ...writeErrors(request)]);
    case 'delete':
    case 'deletecollection':
      return requireValid('DeleteOptions', dryRunErrors(request.query.getAll('dryRun')));
    case 'list':
      labelSelector(request.query.get('labelSelector') ?? '');
      requireValid('ListOptions', listErrors(request));
      return requireNumber(request);
    case 'watch':
      requireValid('ListOptions', watchErrors(request, minor));
      return requireNumber(request);
    case 'get':
      return requireNumber(request);
  }
}

/** Rejects options if there are errors. */
export function requireValid(kind: string, errors: readonly FieldError[]): void {
  if (errors.length > 0) throw new StatusError(invalidStatus(kind, 'meta.k8s.io', '', errors));
}

/** The errors of `dryRun` values, from the query or from a body. */
export function dryRunErrors(values: readonly unknown[]): FieldError[] {
  const wrong = values.filter((value) => value !== 'All');
  return wrong.length > 0 ? [notSupported('dryRun', wrong, ['All'])] : [];
}

function writeErrors({ query }: ServerRequest): FieldError[] {
  const known = ['', 'Ignore', 'Strict', 'Warn'];
  const validation = query.get('fieldValidation') ?? '';
  return [
    ...dryRunErrors(query.getAll('dryRun')),
    ...(known.includes(validation) ? [] : [notSupported('fieldValidation', validation, known)]),
  ];
}

function patchErrors(request: ServerRequest): FieldError[] {
  const { query } = request;
  if (mediaType(request) === applyType)
    return query.get('fieldManager') ? [] : [required('fieldManager', 'is required for apply patch')];
  return query.has('force') ? [forbidden('force', 'may not be specified for non-apply patch')] : [];
}

function listErrors({ query }: ServerRequest): FieldError[] {
  const field = 'resourceVersionMatch';
  const match = query.get(field) ?? '';
  const version = query.get('resourceVersion') ?? '';
  const errors: FieldError[] = [];
  if (match !== '') {
    if (version === '')
      errors.push(forbidden(field, `${field} is forbidden unless resourceVersion is provided`));
    if (query.get('continue'))
      errors.push(forbidden(field, `${field} is forbidden when continue is provided`));
    if (match !== 'Exact' && match !== 'NotOlderThan')
      errors.push(notSupported(field, match, ['Exact', 'NotOlderThan', '']));
    if (match === 'Exact' && version === '0')
      errors.push(forbidden(field, `${field} "exact" is forbidden for resourceVersion "0"`));
  }
  if (query.has('sendInitialEvents'))
    errors.push(forbidden('sendInitialEvents', 'sendInitialEvents is forbidden for list'));
  return errors;
}

function watchErrors({ query }: ServerRequest, minor: Minor): FieldError[] {
  const field = 'resourceVersionMatch';
  const match = query.get(field) ?? '';
  if (!query.has('sendInitialEvents'))
    return match === ''
      ? []
      : [forbidden(field, `${field} is forbidden for watch unless sendInitialEvents is provided`)];
  const errors: FieldError[] = [];
  if (match !== 'NotOlderThan')
    errors.push(forbidden(field, `sendInitialEvents requires setting ${field} to NotOlderThan`));
  if (minor === withoutWatchList) {
    const cause = 'sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled';
    errors.push(forbidden('sendInitialEvents', cause));
  }
  return errors;
}

/** The feature gate WatchList was on in 1.32, is off in 1.33, and on again since 1.34. */
const withoutWatchList: Minor = '1.33';

/** resourceVersions are opaque to clients, but every one that this server returns is a number. */
function requireNumber({ query }: ServerRequest): void {
  const version = query.get('resourceVersion') ?? '';
  if (/^\d*$/.test(version)) return;
  const cause = `strconv.ParseUint: parsing ${goQuote(version)}: invalid syntax`;
  throw new StatusError(badRequest(`resourceVersion: Invalid value: ${goQuote(version)}: ${cause}`));
}

/** The errors of propagationPolicy and orphanDependents. */
export function propagationErrors(policy: unknown, orphanDependents: unknown): FieldError[] {
  if (policy === undefined) return [];
  if (orphanDependents !== undefined)
    return [
      invalid('propagationPolicy', policy, 'orphanDependents and deletionPropagation cannot be both set'),
    ];
  const known = ['Foreground', 'Background', 'Orphan'];
  return known.includes(String(policy)) ? [] : [notSupported('propagationPolicy', policy, [...known, 'nil'])];
}
