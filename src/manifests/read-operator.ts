import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ModuleKind } from '../model/find-kind.ts';
import { qualifiedGroup } from '../project/group-version-kind.ts';
import { pluralOf } from '../project/plural.ts';
import { type ProjectFile, projectFileName, readProject } from '../project/project-file.ts';

/** What the manifests need to know that the sources do not say. */
export interface Operator {
  /** What kustomize puts before every name, without the dash; unknown without a PROJECT. */
  name: string | undefined;
  /** Where it runs; unknown without a PROJECT. */
  namespace: string | undefined;
  /** It looks after that namespace only. */
  namespaced: boolean;
  /** Kinds of other operators, whose types come from npm. */
  ofModules: ModuleKind[];
}

/** `given` is what PROJECT will say, where that is not on the disk. */
export function readOperator(root: string, given?: ProjectFile): Operator {
  if (given === undefined && !existsSync(join(root, projectFileName)))
    return { name: undefined, namespace: undefined, namespaced: false, ofModules: [] };
  const { namespaced, projectName, resources } = given ?? readProject(root);
  const ofModules = resources.flatMap(({ kind, module, plural = pluralOf(kind), version, ...names }) =>
    module === undefined
      ? []
      : {
          module,
          group: qualifiedGroup(names),
          version,
          kind,
          plural,
          scope: 'Namespaced' as const,
          isOwn: false,
        },
  );
  return { name: projectName, namespace: `${projectName}-system`, namespaced, ofModules };
}
