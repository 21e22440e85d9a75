import { UserError } from '../../diagnostics.ts';
import type { ProjectFile } from '../../project/project-file.ts';
import { invalidExternalType } from '../../scaffold/diagnostics.ts';
import { type CrdNames, readExternalCrd } from '../../scaffold/api/external-crd.ts';
import type { ExternalType } from '../../scaffold/api/options.ts';
import { shortGroup } from '../../scaffold/api/short-group.ts';

/** The flags that say where the type of another operator's kind comes from. */
export interface ExternalApiOptions {
  group?: string | undefined;
  plural?: string | undefined;
  version?: string | undefined;
  kind?: string | undefined;
  externalApiDomain?: string | undefined;
  externalApiModule?: string | undefined;
  /** kubebuilder's name for the module that the type is imported from. */
  externalApiPath?: string | undefined;
  externalApiCrd?: string | undefined;
}

/**
 * The external type that the flags describe, and the names in its CRD, which the flags may repeat. Its group is short
 * unless the project has another group that begins with the same label.
 */
export function readExternalApi(
  cwd: string,
  project: ProjectFile,
  options: ExternalApiOptions,
): { external?: ExternalType; names?: CrdNames } {
  const { externalApiCrd, externalApiDomain, externalApiModule, externalApiPath, kind, version } = options;
  const module = externalApiPath ?? externalApiModule;
  if (externalApiCrd !== undefined) {
    const { names, source } = readExternalCrd(cwd, externalApiCrd, { kind, version });
    checkFlags(options, names, externalApiCrd);
    const { domain, group } = shortGroup(project, names.group);
    return { external: { domain, module, crd: source }, names: { ...names, group } };
  }
  if (module === undefined && externalApiDomain === undefined) return {};
  return { external: { domain: externalApiDomain, module } };
}

/** Reports flags that contradict the CRD. The group may be written with its domain or without. */
function checkFlags(options: ExternalApiOptions, names: CrdNames, file: string): void {
  const [label = '', ...domain] = names.group.split('.');
  const accepted: [string, string | undefined, string[]][] = [
    ['--group', options.group, [names.group, label]],
    ['--external-api-domain', options.externalApiDomain, [domain.join('.')]],
    ['--plural', options.plural, [names.plural]],
  ];
  const problems = accepted.flatMap(([flag, given, [own = '', ...others]]) => {
    if (given === undefined || [own, ...others].includes(given)) return [];
    const message = `${flag} ${given} contradicts ${file}, which has ${own}`;
    return invalidExternalType({ message, hint: `leave ${flag} out` });
  });
  if (problems.length > 0) throw new UserError(problems);
}
