import { join } from 'node:path';
import type { Disk } from '../disk/disk.ts';
import type { ModuleKind } from '../model/find-kind.ts';
import { qualifiedGroup } from '../project/group-version-kind.ts';
import { pluralOf } from '../project/plural.ts';
import { projectFileName } from '../project/find-project.ts';
import { ProjectFile } from '../project/project-file.ts';

/** The values from PROJECT that the manifests need. */
export interface Operator {
  /** The name prefix that kustomize adds, without the dash; undefined without a PROJECT. */
  name: string | undefined;
  /** The namespace in which it runs; undefined without a PROJECT. */
  namespace: string | undefined;
  /** It watches only that namespace. */
  namespaced: boolean;
  /** Kinds of other operators whose types come from npm packages. */
  ofModules: ModuleKind[];
  /** Whether PROJECT lists a kind; undefined without a PROJECT. */
  lists: ((kind: { group: string; version: string; kind: string }) => boolean) | undefined;
}

/** Reads PROJECT from the disk, unless it is given. */
export function readOperator(root: string, disk: Disk, given?: ProjectFile): Operator {
  const path = join(root, projectFileName);
  if (given === undefined && !disk.isFile(path))
    return { name: undefined, namespace: undefined, namespaced: false, ofModules: [], lists: undefined };
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
  const listed = new Set(
    resources.map((resource) => `${qualifiedGroup(resource)}/${resource.version}/${resource.kind}`),
  );
  return {
    name: projectName,
    namespace: `${projectName}-system`,
    namespaced,
    ofModules,
    lists: ({ group, kind, version }) => listed.has(`${group}/${version}/${kind}`),
  };
}
