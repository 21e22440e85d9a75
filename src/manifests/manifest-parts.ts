/** The parts of the generated manifests. */
export const manifestParts = ['crd', 'rbac', 'webhook'] as const;

export type ManifestPart = (typeof manifestParts)[number];

/** The folder of all manifests of a project. */
export const configFolder = 'config';

/** The folder of the CRDs of other operators. */
export const externalCrdFolder = `${configFolder}/crd/external`;

/** The folder of each part. */
export const partFolders: Readonly<Record<ManifestPart, string>> = {
  crd: `${configFolder}/crd/bases`,
  rbac: `${configFolder}/rbac`,
  webhook: `${configFolder}/webhook`,
};
