import { join } from 'node:path';
import type { Disk } from '../disk/disk.ts';
import type { ModuleKind } from '../model/find-kind.ts';
import { qualifiedGroup } from '../project/group-version-kind.ts';
import { pluralOf } from '../project/plural.ts';
import { projectFileName } from '../project/find-project.ts';
import { ProjectFile } from '../project/project-file.ts';

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
export function readOperator(root: string, disk: Disk, given?: ProjectFile): Operator {
  const path = join(root, projectFileName);
  if (given === undefined && !disk.isFile(path))
    return { name: undefined, namespace: undefined, namespaced: false, ofModules: [] };
  const { namespaced, projectName, resources } = given ?? ProjectFile.parse(disk.text(path));
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
