import { type CrdNames, readExternalCrd } from '../../scaffold/api/external-crd.ts';
import type { ExternalType } from '../../scaffold/api/options.ts';

/** The flags that say where the type of another operator's kind comes from. */
export interface ExternalApiOptions {
  version?: string | undefined;
  kind?: string | undefined;
  externalApiDomain?: string | undefined;
  externalApiModule?: string | undefined;
  /** kubebuilder's name for the module that the type is imported from. */
  externalApiPath?: string | undefined;
  externalApiCrd?: string | undefined;
}

/** The external type that the flags describe, and the names in its CRD. */
export function readExternalApi(
  cwd: string,
  options: ExternalApiOptions,
): { external?: ExternalType; names?: CrdNames } {
  const { externalApiCrd, externalApiDomain, externalApiModule, externalApiPath, kind, version } = options;
  const module = externalApiPath ?? externalApiModule;
  if (externalApiCrd !== undefined) {
    const { names, source } = readExternalCrd(cwd, externalApiCrd, { kind, version });
    return { external: { domain: externalApiDomain ?? names.domain, module, crd: source }, names };
  }
  if (module === undefined && externalApiDomain === undefined) return {};
  return { external: { domain: externalApiDomain, module } };
}
