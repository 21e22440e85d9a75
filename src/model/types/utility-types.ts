import type { FieldModel } from '../type-model.ts';

/** What a utility type of TypeScript makes of the fields of its first argument. */
export type Utility = (fields: readonly FieldModel[], names: readonly string[]) => readonly FieldModel[];

export const utilities = {
  Pick: (fields, names) => fields.filter(({ name }) => names.includes(name)),
  Omit: (fields, names) => fields.filter(({ name }) => !names.includes(name)),
  Partial: (fields) => fields.map((field) => ({ ...field, optional: true })),
  Required: (fields) => fields.map((field) => ({ ...field, optional: false })),
  Readonly: (fields) => fields,
} satisfies Record<string, Utility>;

export function isUtility(name: string): name is keyof typeof utilities {
  return Object.hasOwn(utilities, name);
}
