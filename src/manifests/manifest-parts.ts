/** What the manifests of a project consist of, and where each part is written. */
export const manifestParts = ['crd', 'rbac', 'webhook'] as const;

export type ManifestPart = (typeof manifestParts)[number];

/** The folder in which all manifests of a project are. */
export const configFolder = 'config';

/** Below it. */
export const partFolders: Readonly<Record<ManifestPart, string>> = {
  crd: `${configFolder}/crd/bases`,
  rbac: `${configFolder}/rbac`,
  webhook: `${configFolder}/webhook`,
};
