import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Diagnostic, UserError } from '../diagnostics.ts';
import { findProjectRoot } from '../project/find-project.ts';
import type { ActionContext } from './action-context.ts';
import type { ActionResult } from './action-result.ts';
import { deployedFolder, deployedObjects } from './deployment/deployed-objects.ts';
import type { AnyObject } from './deployment/kubernetes-objects.ts';
import { type UsedCrd, usedCrds } from './deployment/objects-of-crds.ts';
import { keptCrd, unreachableCluster } from './diagnostics.ts';
import { type Kubectl, kubectlIn, type KubectlOptions } from './kubectl/kubectl.ts';

export interface UndeployOptions extends KubectlOptions {
  /** Also delete CRDs that have objects, and with them the objects. */
  deleteCrds?: boolean | undefined;
  /** Delete only CRDs: the operator runs on this machine. */
  onlyCrds?: boolean | undefined;
}

const definitionsFolder = 'config/crd';

/** Deletes what `make deploy` applied, except for CRDs that still have objects. */
export async function undeploy(context: ActionContext, options: UndeployOptions): Promise<ActionResult> {
  const { deleteCrds = false, onlyCrds = false } = options;
  const root = findProjectRoot(context.cwd);
  const kubectl = kubectlIn(root, context, options);
  const folder = onlyCrds ? definitionsFolder : deployedFolder;
  const all = existsSync(join(root, folder)) ? await deployedObjects(kubectl, folder) : [];
  const objects = await servedBy(kubectl, all);
  const definitions = objects.filter(isDefinition);
  const kept = deleteCrds
    ? []
    : await usedCrds(
        kubectl,
        definitions.map(({ metadata }) => metadata.name),
      );
  const namespaces = new Set(kept.flatMap(namespacesOf));
  const isKept = ({ kind, metadata: { name } }: AnyObject): boolean =>
    kind === 'Namespace' && namespaces.has(name);
  const deleted = [
    // While the operator still runs, it removes the finalizers of the objects.
    ...(await remove(
      kubectl,
      definitions.filter(({ metadata }) => kept.every(({ name }) => name !== metadata.name)),
    )),
    ...(await remove(
      kubectl,
      objects.filter((object) => !isDefinition(object) && !isKept(object)),
    )),
  ];
  return {
    text: deleted.length > 0 ? deleted.join('\n') : 'nothing to delete',
    data: { deleted, kept },
    diagnostics: kept.map((crd) => keeping(crd, objects.filter(isKept), onlyCrds)),
  };
}

function isDefinition({ kind }: AnyObject): boolean {
  return kind === 'CustomResourceDefinition';
}

function namespacesOf({ objects }: UsedCrd): string[] {
  return objects.map((object) => object.slice(0, object.indexOf('/'))).filter((name) => name !== '');
}

/** Without the objects whose kinds the server does not serve, such as those of an add-on that was removed before. */
async function servedBy(kubectl: Kubectl, objects: readonly AnyObject[]): Promise<AnyObject[]> {
  const result = await kubectl(['api-versions']);
  if (!result.ok)
    throw new UserError(
      unreachableCluster({
        message: `cannot read the API of the cluster${result.reason === '' ? '' : `: ${result.reason}`}`,
        hint: 'install kubectl, and check that kubectl api-versions works with this context',
      }),
    );
  const served = new Set(result.stdout.split('\n'));
  return objects.filter(({ apiVersion }) => served.has(apiVersion));
}

/** Returns what kubectl reports for each object that existed. */
async function remove(kubectl: Kubectl, objects: readonly AnyObject[]): Promise<string[]> {
  if (objects.length === 0) return [];
  const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects });
  const result = await kubectl(['delete', '--ignore-not-found', '--filename=-'], list);
  if (result.ok) return result.stdout.split('\n').filter((line) => line !== '');
  throw new UserError(
    unreachableCluster({
      message: `kubectl delete failed: ${result.stderr.trim()}`,
      hint: 'solve what kubectl reports, and run the same command again',
    }),
  );
}

/** For `make uninstall`, which has not done what it should, this is an error. */
function keeping(
  { error, name, objects }: UsedCrd,
  namespaces: readonly AnyObject[],
  onlyCrds: boolean,
): Diagnostic {
  const [first = ''] = objects;
  const shown = `${first.replace(/^\//, '')}${objects.length > 1 ? ` and ${objects.length - 1} more` : ''}`;
  const reason =
    error === undefined
      ? `it has ${objects.length === 1 ? '1 object' : `${objects.length} objects`} (${shown})`
      : `its objects cannot be listed: ${error}`;
  const alsoKept = namespaces
    .filter(({ metadata }) => namespacesOf({ name, objects }).includes(metadata.name))
    .map(({ metadata }) => `, and Namespace ${metadata.name}, which contains them`);
  return keptCrd({
    severity: onlyCrds ? 'error' : 'warning',
    message: `kept CRD ${name}${alsoKept.join('')}: ${reason}`,
    hint: onlyCrds
      ? 'delete the objects while the operator runs, or run make uninstall delete-crds=true'
      : 'to delete it with its objects, run make deploy again, and then make undeploy delete-crds=true',
  });
}
