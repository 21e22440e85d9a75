import { type Diagnostic, nearestName } from '../../diagnostics.ts';
import { qualifiedGroup } from '../../project/group-version-kind.ts';
import { isOfGroup, type NamedKind } from '../../project/listed-kinds.ts';
import type { ProjectFile } from '../../project/project-file.ts';
import type { ProjectResource } from '../../project/project-resource.ts';
import { unknownWebhookKind } from '../diagnostics.ts';

/** Reports a kind that the project does not have, and suggests the nearest one. */
export function unknownKind({ resources }: ProjectFile, { group, version, kind }: NamedKind): Diagnostic {
  const ofKind = resources.filter((known) => known.kind === kind && isOfGroup(known, group));
  const versions = ofKind.map((known) => known.version);
  if (versions.includes(version)) {
    const inVersion = ofKind.filter((known) => known.version === version);
    const groups = inVersion.map((known) => qualifiedGroup(known) || known.group);
    const hint = `add --group ${groups.join(' or --group ')}`;
    return problem(`the project has kinds ${kind} ${version} in several groups`, hint);
  }
  if (versions.length > 0) {
    const near = nearestName(version, versions) ?? versions[0];
    const message = `the project has no version ${version} of ${kind}; its versions are ${versions.join(', ')}`;
    return problem(message, `did you mean --version ${near}?`);
  }
  const near = resources.find((known) => known.kind === kind) ?? nearestKind(resources, kind);
  const hint =
    near === undefined
      ? `create it first with opgen create api --group ${group ?? 'cache'} --version ${version} --kind ${kind}`
      : `did you mean --group ${near.group} --version ${near.version} --kind ${near.kind}?`;
  const where = group === undefined || group === '' ? version : `${group}/${version}`;
  return problem(`the project has no kind ${kind} in ${where}`, hint);
}

function nearestKind(types: readonly ProjectResource[], kind: string): ProjectResource | undefined {
  const name = nearestName(
    kind,
    types.map((known) => known.kind),
  );
  return types.find((known) => known.kind === name);
}

function problem(message: string, hint: string): Diagnostic {
  return unknownWebhookKind({ message, hint });
}
