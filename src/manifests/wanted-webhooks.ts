import type { Diagnostic, Place } from '../diagnostics.ts';
import type { AdmissionClass, AdmissionInterface, ApiModel, KindReference } from '../model/api-model.ts';
import { webhook } from '../markers/definitions/webhook.ts';
import { isMarker, type Marker, type MarkerOf } from '../markers/marker.ts';
import { isProblem } from '../model/read-classes.ts';
import { incompleteWebhook } from './diagnostics.ts';

type WebhookMarker = MarkerOf<typeof webhook>;

/** The required values of a webhook. */
const needed = [
  'mutating',
  'failurePolicy',
  'groups',
  'resources',
  'verbs',
  'versions',
  'name',
  'admissionReviewVersions',
  'sideEffects',
] as const;

type Values = WebhookMarker['value'];

/** The webhook of a marker or a class, with all required values. */
export interface WantedWebhook {
  values: Values & Required<Pick<Values, (typeof needed)[number]>>;
  /** Absent if the webhook comes from a class without a marker. */
  marker?: WebhookMarker;
  /** The class that handles the requests, if known. */
  handler?: AdmissionClass;
  /** The kind whose requests the class handles, if known. */
  kind?: KindReference | undefined;
  place: Place;
}

/**
 * One webhook for each marker, which takes missing values from the class below it, and one for each interface of a
 * class that no marker covers.
 */
export function wantedWebhooks(model: ApiModel, problems: Diagnostic[]): WantedWebhook[] {
  const aboveClasses = new Set<Marker>();
  const wanted: WantedWebhook[] = [];
  const want = (
    values: Values,
    rest: Omit<WantedWebhook, 'values' | 'kind'>,
    handle?: AdmissionInterface,
  ): void => {
    const found = handle?.kind;
    const [kind, problem] = found !== undefined && isProblem(found) ? [undefined, found] : [found];
    if (isComplete(values)) wanted.push({ values, ...rest, kind });
    else problems.push(problem ?? incomplete(values, rest));
  };
  for (const handler of model.admissionClasses) {
    const { handles, markers, place } = handler;
    const open = new Set(handles);
    for (const marker of markers) {
      if (!isMarker(marker, webhook)) continue;
      const { mutating } = marker.value;
      const meant = handles.filter(({ as }) => mutating === undefined || mutating === isMutating(as));
      if (meant.length === 0) continue;
      aboveClasses.add(marker);
      for (const handle of meant) {
        open.delete(handle);
        want(
          withDerived(marker.value, valuesOf(handle, handler)),
          { marker, handler, place: marker.place },
          handle,
        );
      }
    }
    for (const handle of open) want(valuesOf(handle, handler), { handler, place }, handle);
  }
  for (const marker of model.fileMarkers)
    if (isMarker(marker, webhook) && !aboveClasses.has(marker))
      want(marker.value, { marker, place: marker.place });
  return wanted;
}

/** `/mutate-cache-example-com-v1-memcached`; the runtime serves the same path. */
export function defaultPath(mutating: boolean, { group, kind, version }: KindReference): string {
  const verb = mutating ? 'mutate' : 'validate';
  return `/${verb}-${group.replaceAll('.', '-')}-${version}-${kind.toLowerCase()}`;
}

/** What a class determines. The markers of a handler of requests select which requests. */
function valuesOf({ as, kind }: AdmissionInterface, handler: AdmissionClass): Values {
  const mutating = isMutating(as);
  if (kind !== undefined && isProblem(kind)) return { mutating };
  const common: Values = {
    mutating,
    failurePolicy: 'Fail',
    admissionReviewVersions: ['v1'],
    sideEffects: 'None',
  };
  if (kind === undefined) return common;
  return {
    ...common,
    groups: [kind.group],
    resources: [kind.plural],
    verbs: mutating ? [...usualVerbs] : verbsOf(handler),
    versions: [kind.version],
    name: `${mutating ? 'm' : 'v'}${kind.kind.toLowerCase()}-${kind.version}.${qualified(kind.group)}`,
    path: defaultPath(mutating, kind),
  };
}

function isMutating(as: AdmissionInterface['as']): boolean {
  return as === 'Defaulter' || as === 'MutatingHandler';
}

const usualVerbs = ['CREATE', 'UPDATE'] as const;

/** The verbs that a Validator has methods for; the usual verbs if it may inherit methods. */
function verbsOf({ methods, showsAllMethods }: AdmissionClass): NonNullable<Values['verbs']> {
  const verbs = (['CREATE', 'UPDATE', 'DELETE'] as const).filter((verb) =>
    methods.includes(`validate${verb.charAt(0)}${verb.slice(1).toLowerCase()}`),
  );
  return showsAllMethods && verbs.length > 0 ? verbs : [...usualVerbs];
}

function withDerived(written: Values, { path, ...derived }: Values): Values {
  return { ...derived, ...(written.url === undefined && path !== undefined && { path }), ...written };
}

/** A webhook name has at least three labels, so the group in it needs a dot. */
function qualified(group: string): string {
  if (group === '') return 'core.k8s.io';
  return group.includes('.') ? group : `${group}.k8s.io`;
}

function isComplete(values: Values): values is WantedWebhook['values'] {
  return needed.every((name) => values[name] !== undefined);
}

function incomplete(
  values: Values,
  { handler, marker, place }: Pick<WantedWebhook, 'handler' | 'marker' | 'place'>,
): Diagnostic {
  const missing = needed.filter((name) => values[name] === undefined);
  const list = missing.join(', ').replace(/, ([^,]+)$/, ' and $1');
  if (handler !== undefined && marker === undefined) {
    return incompleteWebhook({
      message: `${handler.name} handles the requests of a +webhook marker, but has none`,
      hint: `write a +webhook marker with ${list} and path above ${handler.name}`,
      place,
    });
  }
  return incompleteWebhook({
    message: `+webhook requires ${list}`,
    hint:
      handler === undefined
        ? 'add it, or move the marker above a class that implements Defaulter<Kind> or Validator<Kind>'
        : `add it: ${handler.name} can handle requests of any kind`,
    place,
  });
}
