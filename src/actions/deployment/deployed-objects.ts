import { parseAllDocuments } from 'yaml';
import { UserError } from '../../diagnostics.ts';
import { brokenKustomization } from '../diagnostics.ts';
import type { Kubectl } from '../kubectl/kubectl.ts';
import type { AnyObject } from './kubernetes-objects.ts';

export const deployedFolder = 'config/default';

/** The objects that `make deploy` applies, or those of another folder with a kustomization. */
export async function deployedObjects(kubectl: Kubectl, folder = deployedFolder): Promise<AnyObject[]> {
  const result = await kubectl(['kustomize', folder]);
  if (result.ok) return objectsIn(result.stdout);
  throw new UserError(
    brokenKustomization({
      message: `cannot render ${folder}${result.reason === '' ? '' : `: ${result.reason}`}`,
      hint: `run kubectl kustomize ${folder}, and correct what it reports`,
    }),
  );
}

function objectsIn(text: string): AnyObject[] {
  return parseAllDocuments(text)
    .map((document) => document.toJS() as AnyObject | null)
    .filter((object) => object !== null);
}
