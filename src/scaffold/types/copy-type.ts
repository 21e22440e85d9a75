import { dirname, join, relative } from 'node:path/posix';
import { layOut } from '../../layout/lay-out.ts';
import {
  deprecatedVersion,
  skipVersion,
  storageVersion,
  unservedVersion,
} from '../../markers/definitions/resource.ts';
import { pascalCase } from '../../project/names.ts';
import { readTokens, type Token } from '../../source/read-tokens.ts';
import { withoutMarkers } from './change-markers.ts';
import type { TypeFile } from './type-file.ts';

/** One version of a kind and the file that declares it. */
export interface DeclaredVersion {
  path: string;
  kind: string;
  version: string;
  apiVersion: string;
}

const markersOfOneVersion = [storageVersion, unservedVersion, deprecatedVersion, skipVersion];

/**
 * Copies the type of one version of a kind to another version.
 *
 * Replaces the apiVersion and the names of declarations such as `MemcachedV1Options`, and adjusts relative import
 * paths so that they still point to the same files. Removes markers that apply to one version only, such as
 * `+storageversion`. Everything else is as the user wrote it.
 */
export function copiedType(file: TypeFile, from: DeclaredVersion, to: DeclaredVersion): string {
  const text = withoutMarkers(file, markersOfOneVersion);
  const tokens = readTokens(from.path, text);
  const names = newNames(tokens, from, to);
  const comments = (between: string): string =>
    copiedApiVersion(between, from, to).replaceAll(/[\w$]+/g, (word) => names.get(word) ?? word);

  let copy = '';
  let end = 0;
  for (const token of tokens) {
    copy += comments(text.slice(end, token.start));
    end = token.start + token.text.length;
    if (token.kind === 'declared') copy += names.get(token.text) ?? token.text;
    else if (token.kind === 'module') copy += movedModule(token.text, from.path, to.path);
    else if (token.kind === 'literal') copy += copiedApiVersion(token.text, from, to);
    else copy += token.text;
    if (token.kind === 'literal' && text.startsWith(',\n', end)) copy = laidOut(copy, to);
  }
  return copy + comments(text.slice(end));
}

type NamedVersion = Pick<DeclaredVersion, 'apiVersion'>;

/** Replaces one apiVersion with the other. */
export function copiedApiVersion(text: string, from: NamedVersion, to: NamedVersion): string {
  const whole = new RegExp(`(?<![\\w./-])${escaped(from.apiVersion)}(?![\\w/-])`, 'g');
  return text.replaceAll(whole, () => to.apiVersion);
}

/** Whether a string of the file is this apiVersion, so that a copy gets another one. */
export function hasApiVersion({ path, text }: TypeFile, { apiVersion }: NamedVersion): boolean {
  return readTokens(path, text).some(
    (token) => token.kind === 'literal' && token.text.slice(1, -1) === apiVersion,
  );
}

/** The new names of declarations whose name contains the version. A name of the kind itself stays. */
function newNames(
  tokens: readonly Token[],
  { kind, version }: DeclaredVersion,
  to: DeclaredVersion,
): Map<string, string> {
  const taken = new Set(tokens.map(({ text }) => text));
  const names = new Map<string, string>();
  for (const { kind: kindOfToken, text: name } of tokens) {
    if (kindOfToken !== 'declared') continue;
    const other = name
      .split(kind)
      .map((part) => withVersion(part, version, to.version))
      .join(kind);
    if (!taken.has(other)) names.set(name, other);
  }
  return names;
}

/** `V1Options` → `V2Options`, `v1Defaults` → `v2Defaults`; `IPV1` and `V10` do not change. */
function withVersion(name: string, version: string, to: string): string {
  return name
    .replace(new RegExp(`^${escaped(version)}(?![a-z0-9])`), to)
    .replace(new RegExp(`(^|[a-z0-9_])${escaped(pascalCase(version))}(?![a-z0-9])`), `$1${pascalCase(to)}`);
}

/** The same module, as a file at another path imports it. */
function movedModule(module: string, from: string, to: string): string {
  if (!/^\.{1,2}(\/|$)/.test(module)) return module;
  const path = relative(dirname(to), join(dirname(from), module));
  return path.startsWith('.') ? path : `./${path}`;
}

/** Reformats the property at the end of the text, because the new version can be longer or shorter than the old one. */
function laidOut(text: string, { apiVersion }: NamedVersion): string {
  const property = new RegExp(`^( *)apiVersion:\\s+'${escaped(apiVersion)}'$(?![^])`, 'm');
  return text.replace(property, (_, indent: string) =>
    layOut(`${indent}apiVersion: '${apiVersion}',`).slice(0, -1),
  );
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
