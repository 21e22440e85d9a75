import type { Diagnostic } from '../diagnostics.ts';
import type { KindDraft } from '../markers/kind-draft.ts';
import type { KindModel } from '../model/api-model.ts';
import { dns1035Label, dns1123Subdomain, type NameRule } from '../project/dns.ts';
import { invalidGroup, invalidResourceName } from './diagnostics.ts';
import { placeInKind } from './place-in-kind.ts';

const approval = 'api-approved.kubernetes.io';

/** Checks the group and the resource names against the rules of the API server. */
export function checkNames(model: KindModel, draft: KindDraft): Diagnostic[] {
  const { names, scope } = draft;
  const wrong = (what: string, name: string, rule: NameRule, marker?: string): Diagnostic[] => {
    const reason = rule(name);
    if (reason === undefined) return [];
    return [
      invalidResourceName({
        message: `invalid ${what} '${name}'`,
        hint: reason,
        place: placeInKind(model, marker),
      }),
    ];
  };
  const problems = [
    ...checkGroup(model, draft),
    ...wrong('version', model.version, dns1035Label),
    ...wrong('kind', model.kind, (name) => dns1035Label(name.toLowerCase())),
    ...wrong('plural', names.plural, dns1035Label, 'resource'),
    // The default singular is the kind in lower case, which is checked above.
    ...(names.singular === undefined || names.singular === model.kind.toLowerCase()
      ? []
      : wrong('singular', names.singular, dns1035Label, 'resource')),
    ...(names.shortNames ?? []).flatMap((name) => wrong('short name', name, dns1035Label, 'resource')),
    ...(names.categories ?? []).flatMap((name) => wrong('category', name, dns1035Label, 'resource')),
  ];
  if (names.plural !== model.plural || scope !== model.scope) {
    const message = '+resource and defineKind set different plurals or scopes';
    const hint = 'set them only in defineKind, which the operator reads';
    problems.push(invalidResourceName({ message, hint, place: placeInKind(model, 'resource') }));
  }
  return problems;
}

function checkGroup(model: KindModel, { annotations = {} }: KindDraft): Diagnostic[] {
  const { group } = model;
  const reason = dns1123Subdomain(group);
  if (reason !== undefined)
    return [
      invalidGroup({
        message: `invalid group '${group}'`,
        hint: reason,
        place: placeInKind(model),
      }),
    ];
  if (!group.includes('.')) {
    const message = `the group '${group}' has no dot`;
    return [invalidGroup({ message, hint: `for example '${group}.example.com'`, place: placeInKind(model) })];
  }
  const isProtected = /(^|\.)(k8s|kubernetes)\.io$/.test(group);
  if (!isProtected || model.markersAreIncomplete || isApproved(annotations[approval])) return [];
  const message = `the group '${group}' is reserved for Kubernetes`;
  const hint = `use a group in your own domain; for an approved API, add // +metadata:annotations="${approval}=<URL of the pull request>"`;
  return [invalidGroup({ message, hint, place: placeInKind(model, 'metadata') })];
}

function isApproved(value: string | undefined): boolean {
  return value !== undefined && (value.startsWith('unapproved') || URL.canParse(value));
}
