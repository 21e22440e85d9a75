import { randomBytes } from 'node:crypto';
import type { JsonObject } from '@opgen/rules/json';
import type { Answer, Target } from '../support/target.ts';
import { type Change, changed, type Subject } from './subject.ts';

/**
 * What a server answers to the changes of a subject: the errors by the change in JSON, and none for an object that it
 * accepts.
 */
export interface Answers {
  readonly create: Readonly<Record<string, readonly string[]>>;
  readonly update: Readonly<Record<string, readonly string[]>>;
}

/** Sends all changes of a subject to a server, each as a dry run. */
export async function ask(target: Target, subject: Subject): Promise<Answers> {
  const suffix = randomBytes(5).toString('hex');
  const namespace = `kinds-${suffix}`;
  const name = nameOf(subject, suffix);
  if (subject.isNamespaced)
    await must(target, 'POST', '/api/v1/namespaces', {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: namespace },
    });
  const path = collectionPath(subject, namespace);
  const valid = named(subject, { name, namespace });
  const create: Record<string, readonly string[]> = {};
  for (const change of [{}, ...subject.creates])
    create[keyOf(change)] = errorsIn(
      await target.request('POST', `${path}?dryRun=All`, json(changed(valid, change))),
      { name, namespace },
    );
  const update: Record<string, readonly string[]> = {};
  if (subject.updates !== undefined) {
    await must(target, 'POST', path, valid);
    const stored = await must(target, 'GET', `${path}/${name}`);
    for (const change of subject.updates)
      update[keyOf(change)] = errorsIn(
        await target.request('PUT', `${path}/${name}?dryRun=All`, json(changed(stored, change))),
        { name, namespace },
      );
    await target.request('DELETE', `${path}/${name}`, json({ gracePeriodSeconds: 0 }));
  }
  return { create, update };
}

function nameOf({ valid }: Subject, suffix: string): string {
  const { name } = (valid['metadata'] ?? {}) as { name?: string };
  return name ?? `kinds-${suffix}`;
}

function keyOf(change: Change): string {
  return shortened(JSON.stringify(change));
}

/** Long runs of one character as `a×254`. */
function shortened(text: string): string {
  return text.replaceAll(/(?<sign>.)\k<sign>{39,}/g, (run, sign: string) => `${sign}×${run.length}`);
}

/** The valid object with its name, and with the namespace of the suite where it says `<namespace>`. */
function named({ table, version, kind, valid }: Subject, { name, namespace }: Place): JsonObject {
  const [group] = table.split('/');
  const text = JSON.stringify(valid).replaceAll('<namespace>', namespace);
  const object = JSON.parse(text) as JsonObject;
  const metadata = { ...(object['metadata'] as JsonObject | undefined), name };
  return { apiVersion: group ? `${group}/${version}` : version, kind, ...object, metadata };
}

interface Place {
  readonly name: string;
  readonly namespace: string;
}

function collectionPath({ table, version, isNamespaced }: Subject, namespace: string): string {
  const [group, plural] = table.split('/');
  const root = group ? `/apis/${group}/${version}` : `/api/${version}`;
  return isNamespaced ? `${root}/namespaces/${namespace}/${plural}` : `${root}/${plural}`;
}

async function must(target: Target, method: string, path: string, body?: JsonObject): Promise<JsonObject> {
  const answer = await target.request(method, path, body && json(body));
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer.object as unknown as JsonObject;
}

function json(body: JsonObject): { body: JsonObject; headers: Record<string, string> } {
  return { body, headers: { 'content-type': 'application/json' } };
}

interface Failure {
  readonly message: string;
  readonly reason: string;
  readonly details?: { readonly causes?: readonly Cause[] };
}

interface Cause {
  readonly reason: string;
  readonly message: string;
  readonly field: string;
}

/** The causes of a refusal, sorted; the real server repeats some. Without causes, the message. */
function errorsIn({ status, object }: Answer, { name, namespace }: Place): string[] {
  if (status < 300) return [];
  const { message, reason, details } = object as unknown as Failure;
  const causes = details?.causes ?? [];
  const errors =
    status === 422 && causes.length > 0
      ? causes.map((cause) => `${cause.field}: ${withoutStructs(firstLine(cause.message))} (${cause.reason})`)
      : [`${status} ${reason}: ${message}`];
  return [
    ...new Set(
      errors.map((error) =>
        shortened(
          error
            .replaceAll(name, '<name>')
            .replaceAll(namespace, '<namespace>')
            .replaceAll(/"10\.0\.0\.\d+"/g, '"<cluster IP>"'),
        ),
      ),
    ),
  ].toSorted();
}

/** The rest of a message is a diff of Go structs. */
function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}

/** Structs are printed as the real server's internal types, whose fields have other names than those of the API. */
function withoutStructs(message: string): string {
  const start = /^(?:Invalid|Duplicate|Unsupported) value: (?=[{[])/.exec(message)?.[0];
  if (start === undefined) return message;
  const rest = message.slice(start.length);
  return `${start}${rest.startsWith('{') ? '{…}' : '[…]'}${rest.slice(endOfValue(rest))}`;
}

/** Where the JSON value at the start of a text ends. */
function endOfValue(text: string): number {
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (isQuoted) {
      if (sign === '\\') at += 1;
      else if (sign === '"') isQuoted = false;
    } else if (sign === '"') isQuoted = true;
    else if ('{['.includes(sign)) depth += 1;
    else if ('}]'.includes(sign)) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return text.length;
}
