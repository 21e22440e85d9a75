import type { Diagnostic, DiagnosticDefinition } from '../diagnostics.ts';
import {
  invalidGroup,
  invalidKind,
  invalidProjectName,
  invalidResourceName,
  invalidVersion,
  protectedGroup,
} from './diagnostics.ts';
import { asDnsName, dns1035Label, dns1123Subdomain } from './dns.ts';
import {
  definitionName,
  domain as domainRule,
  isReserved,
  kind as kindRule,
  projectName as projectNameRule,
} from './name-rules.ts';
import { pascalCase } from './names.ts';
import { pluralOf } from './plural.ts';

/** The names of a kind in PROJECT. `group` is without the domain, and may be empty. */
export interface GroupVersionKind {
  group: string;
  domain: string;
  version: string;
  kind: string;
}

/** The API group: `cache` in the domain `example.com` is `cache.example.com`. The core group is empty. */
export function qualifiedGroup({ group, domain }: Pick<GroupVersionKind, 'group' | 'domain'>): string {
  if (group === 'core' && domain === '') return '';
  return [group, domain].filter((part) => part !== '').join('.');
}

export function checkDomain(domain: string): Diagnostic[] {
  if (isReserved(domain)) return checkProtected(domain);
  const wrong = domainRule(domain);
  if (wrong === undefined) return [];
  return [
    problem(
      invalidGroup,
      `'${domain}' is not a valid domain: ${wrong}`,
      suggest('--domain', asDnsName(domain), domainRule),
    ),
  ];
}

export function checkProjectName(name: string): Diagnostic[] {
  const wrong = projectNameRule(name);
  if (wrong === undefined) return [];
  const better = asDnsName(name, /[^a-z0-9-]+/g);
  return [
    problem(
      invalidProjectName,
      `'${name}' is not a valid project name: ${wrong}`,
      suggest('--project-name', better, projectNameRule),
    ),
  ];
}

/** Checks the names of a kind of the project against the rules of the API server and of generated code. */
export function checkGroupVersionKind(names: GroupVersionKind): Diagnostic[] {
  return [...checkGroup(names), ...checkVersion(names.version), ...checkKind(names.kind)];
}

/** The same for a kind of Kubernetes or another operator, whose group may be reserved or have no dot. */
export function checkForeignGroupVersionKind(names: GroupVersionKind): Diagnostic[] {
  const group = qualifiedGroup(names);
  const wrong = group === '' ? undefined : dns1123Subdomain(group);
  const hint = suggest('--group', asDnsName(names.group), dns1123Subdomain);
  return [
    ...(wrong === undefined
      ? []
      : [problem(invalidGroup, `'${group}' is not a valid group: ${wrong}`, hint)]),
    ...checkVersion(names.version),
    ...checkKind(names.kind),
  ];
}

export function checkResourceName(flag: string, name: string): Diagnostic[] {
  const wrong = dns1035Label(name);
  if (wrong === undefined) return [];
  const better = asDnsName(name, /[^a-z0-9-]+/g);
  return [
    problem(
      invalidResourceName,
      `${flag} '${name}' is not a valid resource name: ${wrong}`,
      suggest(flag, better, dns1035Label),
    ),
  ];
}

/** Checks the default plural, which the kind determines, and the name of the CRD, which contains it. */
export function checkPlural({
  kind,
  plural = pluralOf(kind),
  ...names
}: GroupVersionKind & { plural?: string }): Diagnostic[] {
  const group = qualifiedGroup(names);
  const wrong = dns1035Label(plural) ?? definitionName(plural, group);
  if (wrong === undefined) return [];
  const hint = 'choose a shorter --kind, or a shorter --plural';
  return [problem(invalidResourceName, `the plural '${plural}' of ${kind} is too long: ${wrong}`, hint)];
}

function checkGroup(names: GroupVersionKind): Diagnostic[] {
  const group = qualifiedGroup(names);
  const wrong = dns1123Subdomain(group);
  if (wrong !== undefined) {
    return [
      problem(
        invalidGroup,
        `'${names.group}' is not a valid group: ${wrong}`,
        suggest('--group', asDnsName(names.group), dns1123Subdomain),
      ),
    ];
  }
  if (!group.includes('.')) {
    const hint = 'use a group with a dot, such as cache.example.com, or a project with a domain';
    return [problem(invalidGroup, `the group '${group}' has no dot, but the API server requires one`, hint)];
  }
  if (names.group !== '' && names.domain !== '' && names.group.endsWith(`.${names.domain}`)) {
    const short = names.group.slice(0, -names.domain.length - 1);
    const hint = `opgen appends the domain: use --group ${short}`;
    return [problem(invalidGroup, `the group '${names.group}' repeats the domain of the project`, hint)];
  }
  const [short = '', ...rest] = names.group.split('.');
  if (names.domain !== '' && topLevelDomains.has(rest.at(-1) ?? '')) {
    const message = `the group '${names.group}' has a domain of its own, and opgen would append '${names.domain}'`;
    const hint = `use --group ${short}; for a kind of another project, add --external-api-domain ${rest.join('.')}`;
    return [problem(invalidGroup, message, hint)];
  }
  return checkProtected(group);
}

/** A group that ends with one of them is a whole one. Other dots are fine: `foo.policy` becomes `foo.policy.example.com`. */
const topLevelDomains: ReadonlySet<string> = new Set([
  'app',
  'cloud',
  'com',
  'dev',
  'edu',
  'gov',
  'io',
  'net',
  'org',
]);

function checkProtected(group: string): Diagnostic[] {
  if (!isReserved(group)) return [];
  const hint = 'use your own domain, such as example.com';
  return [problem(protectedGroup, `the group '${group}' is reserved for Kubernetes`, hint)];
}

function checkVersion(version: string): Diagnostic[] {
  const wrong = dns1035Label(version);
  if (wrong === undefined) return [];
  const digits = /^v?(\d+)/i.exec(version)?.[1];
  const better = digits === undefined ? asDnsName(version, /[^a-z0-9-]+/g) : `v${digits}`;
  return [
    problem(
      invalidVersion,
      `'${version}' is not a valid version: ${wrong}`,
      suggest('--version', better, dns1035Label),
    ),
  ];
}

function checkKind(kind: string): Diagnostic[] {
  const wrong = kindRule(kind);
  if (wrong !== undefined) {
    const better = pascalCase(kind).replace(/^\d+/, '');
    return [
      problem(invalidKind, `'${kind}' is not a valid kind: ${wrong}`, suggest('--kind', better, kindRule)),
    ];
  }
  return [];
}

function suggest(flag: string, better: string, rule: (name: string) => string | undefined): string {
  return better !== '' && rule(better) === undefined
    ? `did you mean ${flag} ${better}?`
    : `choose a different ${flag}`;
}

function problem(definition: DiagnosticDefinition, message: string, hint: string): Diagnostic {
  return definition({ message, hint });
}
