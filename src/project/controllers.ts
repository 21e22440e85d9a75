import type { Diagnostic } from '../diagnostics.ts';
import { invalidControllerName } from './diagnostics.ts';
import { asDnsName, dns1035Label } from './dns.ts';
import { kebabCase, pascalCase } from './names.ts';
import type { ProjectResource } from './project-resource.ts';

/** The default name of a controller, such as `demo-application`. Omits the dashes if they would make it too long. */
export function defaultControllerName(kind: string): string {
  const name = kebabCase(kind);
  return dns1035Label(name) === undefined ? name : kind.toLowerCase();
}

export function controllerNamesOf({ kind, controller, controllers }: ProjectResource): string[] {
  return [
    ...(controller === true ? [defaultControllerName(kind)] : []),
    ...(controllers ?? []).map(({ name }) => name),
  ];
}

/** The resource with these controllers. PROJECT omits the name of a single controller with the default name. */
export function withControllers(resource: ProjectResource, names: readonly string[]): ProjectResource {
  const { controller: _, controllers: __, ...others } = resource;
  if (names.length === 0) return others;
  return names.length === 1 && names[0] === defaultControllerName(resource.kind)
    ? { ...others, controller: true }
    : { ...others, controllers: names.map((name) => ({ name })) };
}

/** The stem of class names: `HTTPRoute` for the controller `http-route` of that kind, `Pruner` for `pruner`. */
export function controllerStem(kind: string, name: string): string {
  return name === defaultControllerName(kind) ? kind : pascalCase(name);
}

/** The controller of the project whose class names would clash with this name. Ignores dashes. */
export function sameController(
  resources: readonly ProjectResource[],
  name: string,
): { name: string; resource: ProjectResource } | undefined {
  const wanted = name.replaceAll('-', '');
  for (const resource of resources) {
    const found = controllerNamesOf(resource).find((known) => known.replaceAll('-', '') === wanted);
    if (found !== undefined) return { name: found, resource };
  }
  return undefined;
}

export function checkControllerName(name: string): Diagnostic[] {
  const wrong = dns1035Label(name);
  if (wrong === undefined) return [];
  const better = asDnsName(name, /[^a-z0-9-]+/g);
  const hint = dns1035Label(better) === undefined ? `did you mean --controller-name ${better}?` : undefined;
  const message = `'${name}' is not a valid controller name: ${wrong}`;
  return [invalidControllerName({ message, hint })];
}
