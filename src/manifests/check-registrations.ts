import type { Diagnostic, Place } from '../diagnostics.ts';
import { rbac } from '../markers/definitions/rbac.ts';
import { isMarker } from '../markers/marker.ts';
import type { ApiModel, KindReference, UnusedClass } from '../model/api-model.ts';
import { unregisteredWebhook, unusedPermission, webhookWithoutClass } from './diagnostics.ts';
import { defaultPath } from './wanted-webhooks.ts';
import type { WrittenWebhook } from './written-webhook.ts';

/** Compares the webhooks, conversions and permissions of the manifests with the code that runs. */
export function checkRegistrations(model: ApiModel, written: readonly WrittenWebhook[]): Diagnostic[] {
  return [
    ...withoutRegistration(model),
    ...withoutClass(model, new Set(written.map(servedPath))),
    ...model.unusedClasses.flatMap(unusedPermissions),
  ];
}

function withoutRegistration({ admissionClasses, converterClasses }: ApiModel): Diagnostic[] {
  return [
    ...admissionClasses.flatMap(({ handles: [handle], isUsed, name, place }) => {
      if (isUsed || handle === undefined) return [];
      if (handle.kind === undefined) {
        const method = handle.as === 'MutatingHandler' ? 'mutatingWebhook' : 'validatingWebhook';
        return unregistered(name, `${method}('/…', new ${name}(…))`, place);
      }
      if ('code' in handle.kind) return [];
      const method = handle.as === 'Defaulter' ? 'defaultWith' : 'validateWith';
      return unregistered(name, `webhook(${handle.kind.kind}).${method}(new ${name}(…))`, place);
    }),
    ...converterClasses.flatMap(({ isUsed, name, place }) =>
      isUsed ? [] : unregistered(name, `conversion(…).spoke(…, new ${name}(…))`, place),
    ),
  ];
}

function unregistered(name: string, call: string, place: Place): Diagnostic {
  return unregisteredWebhook({
    message: `${name} is not registered: no code that runs mentions it`,
    hint: `call manager.${call} in a function that src/main.ts calls, or delete ${name}`,
    place,
  });
}

function withoutClass(
  { converterClasses, registrations }: ApiModel,
  servedPaths: ReadonlySet<string | undefined>,
): Diagnostic[] {
  return registrations.flatMap(({ as, kind, path, place, spoke }) => {
    if (kind === undefined) {
      if (path === undefined || servedPaths.has(path)) return [];
      const hint = `write a +webhook marker with path=${path} above the class`;
      return webhookWithoutClass({ message: neverCalled(path), hint, place });
    }
    if (as === 'Converter') {
      const isDeclared = converterClasses.some(
        (converter) => isSame(converter.hub, kind) && isSame(converter.spoke, spoke),
      );
      if (spoke === undefined || isDeclared) return [];
      const wanted = `Converter<${written(kind)}, ${written(spoke)}>`;
      const message = `no class implements ${wanted}, so the CRD has no conversion webhook`;
      return webhookWithoutClass({ message, hint: `write a class that implements ${wanted}`, place });
    }
    const served = path ?? defaultPath(as === 'Defaulter', kind);
    if (servedPaths.has(served)) return [];
    const message = neverCalled(served);
    const hint = `write a class that implements ${as}<${kind.kind}>, or add +webhook:path=${served} to it`;
    return webhookWithoutClass({ message, hint, place });
  });
}

function unusedPermissions({ markers, name }: UnusedClass): Diagnostic[] {
  const marker = markers.find((each) => isMarker(each, rbac));
  if (marker === undefined) return [];
  const message = `no code that runs mentions ${name}, but opgen writes its permissions`;
  const hint = `use it in a function that src/main.ts calls, or delete ${name}`;
  return [unusedPermission({ message, hint, place: marker.place })];
}

function servedPath({ webhook: { clientConfig } }: WrittenWebhook): string | undefined {
  const { service, url } = clientConfig;
  return service?.path ?? (url !== undefined && URL.canParse(url) ? new URL(url).pathname : undefined);
}

function neverCalled(path: string): string {
  return `the API server never calls this webhook: the configuration has none with path ${path}`;
}

function isSame(one: KindReference, other: KindReference | undefined): boolean {
  return one.group === other?.group && one.version === other.version && one.kind === other.kind;
}

function written({ kind, version }: KindReference): string {
  return `${kind} of ${version}`;
}
