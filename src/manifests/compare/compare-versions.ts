import { isDeepStrictEqual } from 'node:util';
import type { CustomResourceDefinitionVersion } from '@opgen/rules/definitions';
import { breaking, caution, type Change, safe } from '../../kubernetes/change.ts';

type Version = CustomResourceDefinitionVersion;

/** Compares everything in a version except its schema. */
export function compareVersions(was: Version, is: Version): Change[] {
  return [
    ...compareServing(was, is),
    ...compareSubresources(was.subresources, is.subresources),
    ...compareSelectableFields(was, is),
    ...compareColumns(was, is),
  ];
}

function compareServing(was: Version, is: Version): Change[] {
  const changes: Change[] = [];
  if (was.served && !is.served) {
    const message = 'the version is no longer served: clients that ask for it get 404';
    changes.push(breaking('version-not-served', '', message));
  }
  if (!was.served && is.served) changes.push(safe('version-served', '', 'the version is served'));
  if (!was.storage && is.storage) {
    const message =
      'objects are stored in this version from their next write on: what it cannot hold is lost';
    changes.push(caution('storage-moved', '', message));
  }
  if (was.deprecated !== true && is.deprecated === true)
    changes.push(safe('version-deprecated', '', 'clients are warned that the version is deprecated'));
  return changes;
}

function compareSubresources(was: Version['subresources'] = {}, is: Version['subresources'] = {}): Change[] {
  const changes: Change[] = [];
  if (was.status !== undefined && is.status === undefined) {
    const message = 'the status has no endpoint of its own: clients that write it there get 404';
    changes.push(breaking('subresource-removed', '.status', message));
  }
  if (was.status === undefined && is.status !== undefined) {
    const message = 'the status is written through its own endpoint: in other writes it is ignored';
    changes.push(breaking('subresource-added', '.status', message));
  }
  if (was.scale !== undefined && is.scale === undefined) {
    const message = 'kubectl scale and autoscalers no longer know its replicas';
    changes.push(breaking('subresource-removed', '.scale', message));
  }
  if (was.scale === undefined && is.scale !== undefined)
    changes.push(safe('subresource-added', '.scale', 'kubectl scale and autoscalers know its replicas'));
  if (was.scale !== undefined && is.scale !== undefined && !isDeepStrictEqual(was.scale, is.scale)) {
    const message = 'replicas are read and written elsewhere, also by autoscalers that are at work';
    changes.push(caution('subresource-changed', '.scale', message));
  }
  return changes;
}

function compareSelectableFields(was: Version, is: Version): Change[] {
  const [old, now] = [was, is].map(({ selectableFields = [] }) =>
    selectableFields.map(({ jsonPath }) => jsonPath),
  );
  const gone = old?.filter((path) => now?.includes(path) === false) ?? [];
  const added = now?.filter((path) => old?.includes(path) === false) ?? [];
  return [
    ...gone.map((path) =>
      breaking('selectable-field-removed', path, 'lists that select by the field are refused'),
    ),
    ...added.map((path) => safe('selectable-field-added', path, 'lists may select by the field')),
  ];
}

function compareColumns(was: Version, is: Version): Change[] {
  const [old, now] = [was, is].map(({ additionalPrinterColumns = [] }) => additionalPrinterColumns);
  return isDeepStrictEqual(old, now) ? [] : [safe('columns-changed', '', 'kubectl get shows other columns')];
}
