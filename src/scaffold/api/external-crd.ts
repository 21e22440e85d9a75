import { relative, resolve, sep } from 'node:path';
import type { CustomResourceDefinition, Unvalidated } from '@opgen/rules/definitions';
import { didYouMean, UserError } from '../../diagnostics.ts';
import { readGivenFile } from '../../disk/read-given-file.ts';
import { readDocuments, valueOf } from '../../import/read-documents.ts';
import type { ExternalType } from './options.ts';
import { invalidExternalType } from '../diagnostics.ts';

/** The names of a kind, as its CRD defines them. */
export interface CrdNames {
  /** With its domain. */
  group: string;
  version: string;
  kind: string;
  plural: string;
}

export interface ReadCrd {
  names: CrdNames;
  source: NonNullable<ExternalType['crd']>;
}

type Crd = Unvalidated<CustomResourceDefinition>;

/** The source of the type of one version. */
export interface CrdVersion {
  names: CrdNames;
  /** The selected YAML document, unchanged. */
  text: string;
}

/** Selects a CRD in a file by kind and version; both are optional if the file has only one candidate. */
export function readExternalCrd(
  folder: string,
  file: string,
  wanted: { kind?: string | undefined; version?: string | undefined },
): ReadCrd {
  const path = resolve(folder, file);
  const shown = relative(folder, path).split(sep).join('/');
  const hint = 'pass the path of a CRD in YAML or JSON';
  const text = readGivenFile(folder, shown, (reason) => unusable(reason, hint));
  const { names, text: own } = findVersion(shown, text, wanted);
  return { names, source: { file: shown, text: own } };
}

export function findVersion(
  file: string,
  text: string,
  wanted: { kind?: string | undefined; version?: string | undefined },
): CrdVersion {
  const crds = readDocuments(text, file, unusable)
    .filter((document) => document.errors.length === 0)
    .map((document) => ({ crd: valueOf(document) as Crd | null, text: String(document) }))
    .filter(({ crd }) => crd?.kind === 'CustomResourceDefinition');
  if (crds.length === 0) {
    const hint = 'print a CRD of your cluster with kubectl get crd <name> -o yaml';
    throw unusable(`${file} contains no CustomResourceDefinition`, hint);
  }
  const kinds = crds.map(({ crd }) => crd?.spec?.names?.kind ?? '');
  const found = wanted.kind === undefined ? undefined : crds[kinds.indexOf(wanted.kind)];
  const chosen = wanted.kind === undefined && crds.length === 1 ? crds[0] : found;
  if (chosen === undefined) {
    const near = wanted.kind === undefined ? undefined : didYouMean(wanted.kind, kinds);
    const what = wanted.kind === undefined ? 'several kinds' : `no kind ${wanted.kind}`;
    throw unusable(`${file} defines ${what}`, near ?? `choose one with --kind: ${kinds.join(', ')}`);
  }
  return versionOf(file, chosen.crd ?? {}, chosen.text, wanted.version);
}

function versionOf(
  file: string,
  { apiVersion, spec }: Crd,
  text: string,
  wanted: string | undefined,
): CrdVersion {
  if (apiVersion !== 'apiextensions.k8s.io/v1')
    throw unusable(
      `the CRD in ${file} is not apiextensions.k8s.io/v1`,
      'use a newer release of the operator',
    );
  const versions = (spec?.versions ?? []).filter(({ served }) => served !== false);
  const version =
    wanted === undefined
      ? (versions.find(({ storage }) => storage === true) ?? versions[0])
      : versions.find(({ name }) => name === wanted);
  const { group = '', names: { kind, plural } = {} } = spec ?? {};
  if (version?.name === undefined || group === '' || kind === undefined || plural === undefined) {
    const all = versions.map(({ name }) => name).join(', ');
    throw unusable(
      `${file} does not serve ${kind ?? 'a kind'} ${wanted ?? ''}`.trim(),
      `its served versions are ${all}`,
    );
  }
  return {
    names: { group, version: version.name, kind, plural },
    text,
  };
}

function unusable(message: string, hint: string): UserError {
  return new UserError(invalidExternalType({ message, hint }));
}
