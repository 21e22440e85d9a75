import { UserError, type Diagnostic } from '../../diagnostics.ts';
import { controllerNamesOf, withControllers } from '../../project/controllers.ts';
import { readProject } from '../../project/project-file.ts';
import type { ProjectResource } from '../../project/project-resource.ts';
import { planFiles, wantedProject } from '../files/file-plan.ts';
import { planRemoval } from '../files/plan-removal.ts';
import { type DeleteApiPlan, listed } from './delete-api.ts';
import { withRemainder } from './with-remainder.ts';
import { treesOf } from './trees.ts';
import { unknownController } from '../diagnostics.ts';

export interface DeleteControllersOptions {
  /** The short or full group; optional if only one kind has the name. */
  group?: string | undefined;
  version: string;
  kind: string;
  names: readonly string[];
}

/** The inverse of `opgen create api --controller-name`: the kind and its other controllers stay. */
export function planDeleteControllers(root: string, options: DeleteControllersOptions): DeleteApiPlan {
  const project = readProject(root);
  const resource = listed(project, options);
  const there = controllerNamesOf(resource);
  const unknown = options.names.filter((name) => !there.includes(name));
  if (unknown.length > 0) throw new UserError(unknown.map((name) => noSuchController(name, resource, there)));

  const left = withControllers(
    resource,
    there.filter((name) => !options.names.includes(name)),
  );
  const after = withRemainder(project, left);
  const plan = planRemoval(root, {
    deleted: treesOf(root, project, resource),
    remaining: after.resources.flatMap((known) => treesOf(root, after, known)),
  });
  const listing = planFiles(root, [wantedProject(after)]);
  return { resources: [left], kept: plan.kept, notes: [], changes: [...plan.changes, ...listing] };
}

function noSuchController(
  name: string,
  { kind, version }: ProjectResource,
  there: readonly string[],
): Diagnostic {
  const message = `${kind} ${version} has no controller ${name}`;
  const hint =
    there.length === 0
      ? 'PROJECT has no controller for it'
      : `its controllers are ${there.map((known) => `--controller-name ${known}`).join(', ')}`;
  return unknownController({ message, hint });
}
