import { healthOf } from '@opgen/runtime/health';
import type { ObjectView, PageObject } from './model/messages.ts';
import { withoutSecrets } from './secrets.ts';

/** The object as the page lists it. */
export function objectView(object: PageObject): ObjectView {
  const { managedFields: _, ...metadata } = object.metadata;
  const shown = withoutSecrets({ ...object, metadata });
  // Safe: healthOf checks the fields of kinds that it does not know.
  return { object: shown, health: healthOf(object as never) };
}
