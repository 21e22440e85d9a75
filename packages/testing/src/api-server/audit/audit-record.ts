import type { Access } from '../authorization/access.ts';
import type { RequestAttributes } from '../authorization/request-attributes.ts';
import type { ServerRequest, ServerResponse, User } from '../serving/request.ts';
import type { AuditedObject, AuditedStatus, AuditedUser, AuditEvent } from './audit-event.ts';
import type { AuditLog } from './audit-log.ts';

/** Adds an annotation to the audit event of a request. The first value of a key remains. */
export type Annotate = (key: string, value: string) => void;

export interface AuditRecordOptions {
  readonly id: string;
  readonly log: AuditLog;
  readonly now: () => Date;
}

type Identity = Pick<AuditedObject, 'namespace' | 'name' | 'uid' | 'resourceVersion'>;

/** Collects what the audit log says about one request. */
export class AuditRecord {
  readonly #request: ServerRequest;
  readonly #attributes: RequestAttributes;
  readonly #options: AuditRecordOptions;
  readonly #received: string;
  readonly #annotations: Record<string, string> = {};
  #identity: Identity = {};
  #acting: Pick<AuditEvent, 'impersonatedUser' | 'authenticationMetadata'> = {};

  constructor(request: ServerRequest, attributes: RequestAttributes, options: AuditRecordOptions) {
    this.#request = request;
    this.#attributes = attributes;
    this.#options = options;
    this.#received = microTime(options.now());
  }

  /** The user that the request impersonates, and the verb that limits what it may do as that user. */
  impersonates(user: User, constraint?: string): void {
    this.#acting = {
      impersonatedUser: auditedUser(user),
      ...(constraint !== undefined && { authenticationMetadata: { impersonationConstraint: constraint } }),
    };
  }

  readonly annotate: Annotate = (key, value) => {
    this.#annotations[key] ??= value;
  };

  /** The object in the body names what the path does not. */
  identify({ namespace, name, uid, resourceVersion }: Readonly<Record<string, unknown>>): void {
    this.#identity = {
      ...text({ namespace }),
      ...text({ name }),
      ...text({ uid }),
      ...text({ resourceVersion }),
    };
  }

  /** Adds the event of the response to the log, and another one when the stream of the response ends. */
  answered(response: ServerResponse): ServerResponse {
    const { status, body } = response;
    if (typeof body === 'string') {
      if (this.#streams()) this.#add('ResponseStarted', { metadata: {}, code: status });
      this.#add('ResponseComplete', statusOf(status, body));
      return response;
    }
    this.#add('ResponseStarted', { metadata: {}, code: status });
    const complete = (): void => this.#add('ResponseComplete', { metadata: {}, code: status });
    return { ...response, body: untilEnd(body, complete) };
  }

  /** Requests for which a real server writes two events, however short their response is. */
  #streams(): boolean {
    const { verb, access } = this.#attributes;
    return (
      verb === 'watch' || ['attach', 'exec', 'log', 'portforward', 'proxy'].includes(access.subresource ?? '')
    );
  }

  #add(stage: AuditEvent['stage'], responseStatus: AuditedStatus): void {
    const { id, log, now } = this.#options;
    const { path, query, headers, user } = this.#request;
    const agent = headers['user-agent'];
    const objectRef = this.#objectRef();
    log.add({
      kind: 'Event',
      apiVersion: 'audit.k8s.io/v1',
      level: 'Metadata',
      auditID: id,
      stage,
      requestURI: query.size === 0 ? path : `${path}?${query.toString()}`,
      verb: this.#attributes.verb,
      user: auditedUser(user),
      ...this.#acting,
      sourceIPs: ['127.0.0.1'],
      ...(agent !== undefined && { userAgent: agent }),
      ...(objectRef !== undefined && { objectRef }),
      responseStatus,
      requestReceivedTimestamp: this.#received,
      stageTimestamp: microTime(now()),
      annotations: { ...this.#annotations },
    });
  }

  #objectRef(): AuditedObject | undefined {
    const { access, version } = this.#attributes;
    if (access.resource === undefined || version === undefined) return undefined;
    const { resource, group = '', subresource, namespace, name } = access as Access & { resource: string };
    return {
      resource,
      ...this.#identity,
      ...text({ namespace }),
      ...text({ name }),
      ...text({ apiGroup: group }),
      apiVersion: version,
      ...text({ subresource }),
    };
  }
}

/** A field with a text; no field without one, as Go omits empty fields. */
function text<Key extends string>(field: Readonly<Record<Key, unknown>>): Partial<Record<Key, string>> {
  const [value] = Object.values(field);
  return typeof value === 'string' && value !== '' ? (field as Record<Key, string>) : {};
}

function auditedUser({ name, uid, groups, extra }: User): AuditedUser {
  return {
    username: name,
    ...(uid !== undefined && { uid }),
    groups,
    ...(extra !== undefined && { extra }),
  };
}

/** If the response is a Status, the log has its message too. */
function statusOf(code: number, body: string): AuditedStatus {
  if (!body.startsWith('{"kind":"Status"')) return { metadata: {}, code };
  const { status, message, reason, details } = JSON.parse(body) as AuditedStatus;
  return {
    metadata: {},
    ...(status !== undefined && { status }),
    ...(message !== undefined && { message }),
    ...(reason !== undefined && { reason }),
    ...(details !== undefined && { details }),
    code,
  };
}

async function* untilEnd(body: AsyncIterable<string>, ended: () => void): AsyncGenerator<string, void> {
  try {
    yield* body;
  } finally {
    ended();
  }
}

/** A time as audit events contain it, with microseconds. */
function microTime(date: Date): string {
  return date.toISOString().replace('Z', '000Z');
}
