import { dirname, join, relative } from 'node:path/posix';
import { layOut } from '../../layout/lay-out.ts';
import { pascalCase } from '../../project/names.ts';
import type { ResourceNames } from './context.ts';
import { declarationOf } from './storage-marker.ts';

/** One version of a kind and the file that declares it. */
export interface DeclaredVersion {
  path: string;
  kind: string;
  version: string;
  apiVersion: string;
}

/**
 * Copies the type of one version of a kind to another version.
 *
 * Replaces the apiVersion and names such as `MemcachedV1Options`, and adjusts relative import paths so that they
 * still point to the same files. Markers that apply to one version only, such as `+storageversion`, are removed.
 */
export function copiedType(text: string, from: DeclaredVersion, to: DeclaredVersion): string {
  const own = withoutMarkersOfVersion(text);
  const renamed = withNames(withImports(own, from.path, to.path), from, to);
  return laidOut(copiedApiVersion(renamed, from, to), to.apiVersion);
}

type NamedVersion = Pick<DeclaredVersion, 'apiVersion'>;

/** Replaces one apiVersion with the other. */
export function copiedApiVersion(text: string, from: NamedVersion, to: NamedVersion): string {
  const whole = new RegExp(`(?<![\\w./-])${escaped(from.apiVersion)}(?![\\w/-])`, 'g');
  return text.replaceAll(whole, () => to.apiVersion);
}

/** Sets the given short names, categories and singular in the `+resource:` marker of the kind. */
export function withResourceNames(
  text: string,
  kind: string,
  { singular, shortNames, categories }: ResourceNames,
): string {
  const given = { singular, shortName: shortNames?.join(';'), categories: categories?.join(';') };
  return Object.entries(given).reduce(
    (left, [name, value]) => (value === undefined ? left : withArgument(left, kind, name, value)),
    text,
  );
}

const aboutOneVersion =
  /^[^\S\n]*(\/\/|\*)[^\S\n]*\+(kubebuilder:)?(storageversion|unservedversion|deprecatedversion|skipversion)\b.*\n/gm;

function withoutMarkersOfVersion(text: string): string {
  return text.replaceAll(aboutOneVersion, '');
}

const relativeImport = /(\bfrom\s+|\bimport\s+|\bimport\s*\(\s*)(['"])(\.{1,2}\/[^'"\n]+)\2/g;

function withImports(text: string, from: string, to: string): string {
  return text.replaceAll(relativeImport, (_, keyword: string, quote: string, specifier: string) => {
    const path = relative(dirname(to), join(dirname(from), specifier));
    return `${keyword}${quote}${path.startsWith('.') ? path : `./${path}`}${quote}`;
  });
}

const declared =
  /^(?:export\s+)?(?:declare\s+)?(?:interface|class|type|enum|const|let|function|async\s+function)\s+([A-Za-z_$][\w$]*)/gm;

/** Renames declarations whose name contains the version. Names of the kind itself are the same in all versions. */
function withNames(text: string, { kind, version }: DeclaredVersion, to: DeclaredVersion): string {
  const names = new Set([...text.matchAll(declared)].map(([, name = '']) => name));
  let renamed = text;
  for (const name of names) {
    const other = name
      .split(kind)
      .map((part) => withVersion(part, version, to.version))
      .join(kind);
    if (other === name || new RegExp(`\\b${escaped(other)}\\b`).test(text)) continue;
    renamed = renamed.replaceAll(new RegExp(`(?<![\\w$])${escaped(name)}(?![\\w$])`, 'g'), () => other);
  }
  return renamed;
}

/** `V1Options` → `V2Options`, `v1Defaults` → `v2Defaults`; `IPV1` and `V10` do not change. */
function withVersion(name: string, version: string, to: string): string {
  return name
    .replace(new RegExp(`^${escaped(version)}(?![a-z0-9])`), to)
    .replace(new RegExp(`(^|[a-z0-9_])${escaped(pascalCase(version))}(?![a-z0-9])`), `$1${pascalCase(to)}`);
}

/** Reformats the apiVersion line, because the new version can be longer or shorter than the old one. */
function laidOut(text: string, apiVersion: string): string {
  const property = new RegExp(`^( *)apiVersion:\\s+'${escaped(apiVersion)}',$`, 'gm');
  return text.replaceAll(property, (_, indent: string) => layOut(`${indent}apiVersion: '${apiVersion}',`));
}

function withArgument(text: string, kind: string, name: string, value: string): string {
  const marker = /^(\/\/ \+(?:kubebuilder:)?resource:)(.*)$/m;
  const known = marker.exec(text);
  if (known === null) {
    // The new marker goes above the other markers of the kind, or above the kind if it has none.
    const first = new RegExp(`(^// \\+.*\\n)*${declarationOf(kind).source}`, 'm');
    return text.replace(first, (below) => `// +resource:${name}=${value}\n${below}`);
  }
  const argument = new RegExp(`(^|,)${name}=(\\{[^}]*\\}|[^,]*)`);
  const [, start = '', list = ''] = known;
  const changed = argument.test(list)
    ? list.replace(argument, (_, before: string) => `${before}${name}=${value}`)
    : `${list},${name}=${value}`;
  return text.replace(marker, () => start + changed);
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
