import type { Core } from '../core.ts';
import { type FieldError, forbidden, invalid } from '@opgen/rules/field-errors';
import { badRequest, invalidStatus, notFound, notImplemented, StatusError } from '../status-errors.ts';
import type { Call } from '../serving/call.ts';
import { type ServerResponse, textResponse } from '../serving/request.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import { containerOf } from './containers.ts';
import { existing } from './read.ts';

/** Tests set the log of a container with an annotation `log.testing.opgen.dev/<container>`. */
const logAnnotation = 'log.testing.opgen.dev/';

/** The log of a container. No container runs here: a test sets the log in an annotation of the Pod. */
export function log(core: Core, call: Call): ServerResponse {
  const pod = existing(core, call);
  const { query } = call.request;
  const { tailLines, limitBytes } = limits(pod, query);
  const container = containerOf(pod, query.get('container') ?? '');
  const text = pod.metadata.annotations?.[`${logAnnotation}${container}`];
  if (text === undefined) return emptyLog(core, pod);
  if (query.get('previous') === 'true') {
    const problem = `previous terminated container "${container}" in pod "${pod.metadata.name}" not found`;
    throw new StatusError(badRequest(problem));
  }
  requireTimeless(query);
  return textResponse(200, limited(lastLines(text, tailLines), limitBytes));
}

/** A Pod without a node has an empty log; the log of a Pod on a missing node is not available. */
function emptyLog({ store }: Core, { spec }: StoredObject): ServerResponse {
  const { nodeName = '' } = spec as { nodeName?: string };
  if (nodeName === '') return textResponse(204, '');
  if (store.find('/nodes', undefined, nodeName) !== undefined) return textResponse(200, '');
  // The server does not call this resource a node here.
  throw new StatusError(notFound({ group: '', resource: 'pods' }, nodeName));
}

interface Limits {
  readonly tailLines: number | undefined;
  readonly limitBytes: number | undefined;
}

function limits({ metadata: { name } }: StoredObject, query: URLSearchParams): Limits {
  const [tailLines, limitBytes, sinceSeconds] = ['tailLines', 'limitBytes', 'sinceSeconds'].map((each) =>
    wholeNumber(query.get(each)),
  );
  const errors: FieldError[] = [];
  if (tailLines !== undefined && tailLines < 0)
    errors.push(invalid('tailLines', tailLines, 'must be greater than or equal to 0'));
  if (limitBytes !== undefined && limitBytes < 1)
    errors.push(invalid('limitBytes', limitBytes, 'must be greater than 0'));
  if (sinceSeconds !== undefined && query.has('sinceTime'))
    errors.push(forbidden('[]', 'at most one of `sinceTime` or `sinceSeconds` may be specified'));
  else if (sinceSeconds !== undefined && sinceSeconds < 1)
    errors.push(invalid('sinceSeconds', sinceSeconds, 'must be greater than 0'));
  if (query.has('stream')) errors.push(forbidden('stream', 'may not be specified'));
  if (errors.length > 0) throw new StatusError(invalidStatus('PodLogOptions', '', name, errors));
  return { tailLines, limitBytes };
}

function wholeNumber(text: string | null): number | undefined {
  if (text === null) return undefined;
  if (/^[+-]?\d+$/.test(text)) return Number(text);
  throw new StatusError(badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`));
}

/** Rejects loudly, because annotations contain no timestamps for log lines. */
function requireTimeless(query: URLSearchParams): void {
  const option = ['sinceSeconds', 'sinceTime', 'timestamps'].find((each) => query.has(each));
  if (option === undefined || query.get(option) === 'false') return;
  const problem = `the embedded API server does not support ${option} for logs: use a real cluster`;
  throw new StatusError(notImplemented(problem));
}

function lastLines(text: string, count: number | undefined): string {
  if (count === undefined) return text;
  const lines = text.split(/(?<=\n)/);
  return lines.slice(Math.max(0, lines.length - count)).join('');
}

function limited(text: string, bytes: number | undefined): string {
  return bytes === undefined ? text : Buffer.from(text).subarray(0, bytes).toString();
}
