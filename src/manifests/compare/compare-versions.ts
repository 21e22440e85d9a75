import { isDeepStrictEqual } from 'node:util';
import type { CustomResourceDefinitionVersion } from '@opgen/rules/definitions';
import { type Change, change } from '../../kubernetes/change.ts';

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
    const message = 'the version is no longer served: clients that use it get 404 Not Found';
    changes.push(change('version-not-served', '', message));
  }
  if (!was.served && is.served) changes.push(change('version-served', '', 'the version is now served'));
  if (!was.storage && is.storage) {
    const message =
      'this is now the storage version: fields that it does not have are lost when an object is next written';
    changes.push(change('storage-moved', '', message));
  }
  if (was.deprecated !== true && is.deprecated === true)
    changes.push(
      change('version-deprecated', '', 'the version is deprecated: clients that use it get a warning'),
    );
  return changes;
}

function compareSubresources(was: Version['subresources'] = {}, is: Version['subresources'] = {}): Change[] {
  const changes: Change[] = [];
  if (was.status !== undefined && is.status === undefined) {
    const message = 'the status subresource was removed: clients that update it get 404 Not Found';
    changes.push(change('subresource-removed', '.status', message));
  }
  if (was.status === undefined && is.status !== undefined) {
    const message = 'the status subresource was added: other updates ignore changes of the status';
    changes.push(change('status-added', '.status', message));
  }
  if (was.scale !== undefined && is.scale === undefined) {
    const message = 'the scale subresource was removed: kubectl scale and autoscalers no longer work';
    changes.push(change('subresource-removed', '.scale', message));
  }
  if (was.scale === undefined && is.scale !== undefined)
    changes.push(
      change('scale-added', '.scale', 'the scale subresource was added: kubectl scale and autoscalers work'),
    );
  if (was.scale !== undefined && is.scale !== undefined && !isDeepStrictEqual(was.scale, is.scale)) {
    const message =
      'the paths of the scale subresource changed: kubectl scale and autoscalers use other fields';
    changes.push(change('subresource-changed', '.scale', message));
  }
  return changes;
}

function compareSelectableFields(was: Version, is: Version): Change[] {
  const [old, now] = [was, is].map(({ selectableFields = [] }) =>
    selectableFields.map(({ jsonPath }) => jsonPath),
  );
  const removed = old?.filter((path) => now?.includes(path) === false) ?? [];
  const added = now?.filter((path) => old?.includes(path) === false) ?? [];
  return [
    ...removed.map((path) =>
      change('selectable-field-removed', path, 'field selectors can no longer use the field'),
    ),
    ...added.map((path) => change('selectable-field-added', path, 'field selectors can use the field')),
  ];
}

function compareColumns(was: Version, is: Version): Change[] {
  const [old, now] = [was, is].map(({ additionalPrinterColumns = [] }) => additionalPrinterColumns);
  return isDeepStrictEqual(old, now)
    ? []
    : [change('columns-changed', '', 'the columns of kubectl get changed')];
}
