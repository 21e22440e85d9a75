import { resource } from '../../markers/definitions/resource.ts';

/** Names of a kind that only its markers record. PROJECT does not store them. */
export interface ResourceNames {
  singular?: string | undefined;
  shortNames?: readonly string[] | undefined;
  categories?: readonly string[] | undefined;
}

export interface TypeOptions extends ResourceNames {
  /** Overrides the default, under which the first version is the storage version. */
  storage?: boolean;
}

/** The arguments of a `+resource:` marker with these names; those that are undefined keep the value in `before`. */
export function resourceArguments(
  { singular, shortNames, categories }: ResourceNames,
  before: Parameters<typeof resource.argument.write>[0] = {},
): string {
  return resource.argument.write({
    ...before,
    ...(singular !== undefined && { singular }),
    ...(shortNames !== undefined && { shortName: [...shortNames] }),
    ...(categories !== undefined && { categories: [...categories] }),
  });
}
