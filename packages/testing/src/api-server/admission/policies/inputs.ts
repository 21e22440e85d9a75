import type { AdmissionInputs } from '@opgen/rules/match-conditions';
import type { Core } from '../../core.ts';
import { tableOf } from '../../resources/resource.ts';
import { notFound, StatusError } from '../../status-errors.ts';
import type { StoredObject } from '../../storage/stored-object.ts';
import type { Versioned } from '../admission-review.ts';
import type { Attributes } from '../attributes.ts';
import { authorizeFor } from '../authorize.ts';
import type { Match } from '../matching.ts';
import { requestOf } from '../request.ts';

/** What the expressions of a policy read of a write. */
export function inputsOf(
  core: Core,
  match: Match,
  attributes: Attributes,
  versioned: Versioned,
): AdmissionInputs {
  return {
    ...versioned,
    request: requestOf(match, attributes),
    namespaceObject: namespaceOf(core, attributes),
    authorize: authorizeFor(core, attributes.user),
  };
}

const ofNamespace = [
  'name',
  'generateName',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'labels',
  'annotations',
  'finalizers',
];

/** The Namespace of a namespaced object, without the metadata that policies do not see. */
function namespaceOf({ store }: Core, { namespace, resource }: Attributes): object | undefined {
  if (namespace === '' || tableOf(resource) === '/namespaces') return undefined;
  const found: StoredObject | undefined = store.find('/namespaces', undefined, namespace);
  if (found === undefined) throw new StatusError(notFound({ group: '', resource: 'namespaces' }, namespace));
  const metadata = Object.entries(found.metadata).filter(([key]) => ofNamespace.includes(key));
  return { metadata: Object.fromEntries(metadata), spec: found['spec'], status: found['status'] };
}
