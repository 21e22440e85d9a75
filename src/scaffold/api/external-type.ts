import { importCustomResourceDefinition } from '../../import/import-definition.ts';
import { chooseDefinitions, readDefinitions } from '../../import/read-definitions.ts';
import { qualifiedGroup } from '../../project/group-version-kind.ts';
import { pluralOf } from '../../project/plural.ts';
import type { ProjectResource } from '../../project/project-resource.ts';
import { type CrdVersion, findVersion } from './external-crd.ts';
import { readIfThere } from '../files/file-plan.ts';
import type { RenderedTree } from '../templates/tree.ts';

/** The copy of the CRD that a type was generated from. It is not installed; the operator that owns it does that. */
function crdPath(resource: ProjectResource): string {
  return `config/crd/external/${qualifiedGroup(resource)}_${resource.plural ?? pluralOf(resource.kind)}.yaml`;
}

/** Whether the type of the resource was generated from a CRD. */
export function isFromCrd({ external, path }: ProjectResource): boolean {
  return external === true && path?.startsWith('src/external/') === true;
}

/** The project's copy of the CRD, if it is there. */
export function textOfCrd(root: string, resource: ProjectResource): string | undefined {
  return readIfThere(root, crdPath(resource));
}

/** The type of an external kind, and the CRD that it is generated from. */
export function externalTrees(root: string, resource: ProjectResource, given?: string): RenderedTree[] {
  const path = crdPath(resource);
  const text = given ?? textOfCrd(root, resource);
  if (text === undefined || resource.path === undefined) return [];
  const version = findVersion(path, text, resource);
  return [
    {
      files: [
        { path: resource.path, content: kindFile(version, path) },
        { path, content: text.replaceAll('\r\n', '\n') },
      ],
      insertions: [],
    },
  ];
}

/** Generates the type with the exact types of the schema. Its markers document the validation rules for readers. */
function kindFile({ names, text }: CrdVersion, path: string): string {
  const definitions = chooseDefinitions(readDefinitions(text, path), [names.kind], path);
  const [imported] = definitions.flatMap((definition) =>
    importCustomResourceDefinition(definition, {
      versions: [names.version],
      own: false,
      doc: `${names.kind} is a kind of another operator. opgen generated it from the CRD in config/crd/external.`,
    }),
  );
  return imported?.content ?? '';
}
