import type { AuditEvent } from '../../../src/api-server/audit/audit-event.ts';

/** An API server that the suite tests, through raw requests and responses. */
export interface Target {
  readonly name: TargetName;
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  watch(path: string, options?: RequestOptions): Promise<WatchStream>;
  /** The audit log of the server. Throws if it has none. */
  audit(): readonly AuditEvent[];
  close(): Promise<void>;
}

/** The server of a target. */
export interface TargetServer {
  stop(): Promise<void>;
  audit(): readonly AuditEvent[];
}

export type TargetName = 'real' | 'embedded in process' | 'embedded over HTTP';

export interface RequestOptions {
  headers?: Record<string, string | string[]>;
  /** Text is sent as it is, everything else as JSON. */
  body?: unknown;
}

/** A response. */
export class Answer {
  readonly status: number;
  /** Headers with lower-case names. */
  readonly headers: Record<string, string>;
  readonly text: string;

  constructor(status: number, headers: Record<string, string>, text: string) {
    this.status = status;
    this.headers = headers;
    this.text = text;
  }

  /** The parsed JSON body. */
  get object(): StoredObject {
    try {
      return JSON.parse(this.text) as StoredObject;
    } catch {
      throw new Error(`${this.status}, and the body is not JSON: ${this.text.slice(0, 300)}`);
    }
  }
}

/** The fields of responses that cases read by name. */
export interface StoredObject {
  apiVersion: string;
  kind: string;
  metadata: {
    name: string;
    namespace?: string;
    uid: string;
    resourceVersion: string;
    creationTimestamp: string;
    generation?: number;
    generateName?: string;
    deletionTimestamp?: string;
    deletionGracePeriodSeconds?: number;
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
    finalizers?: string[];
    ownerReferences?: { uid: string; name: string }[];
    managedFields?: ManagedFields[];
    continue?: string;
    remainingItemCount?: number;
  };
  spec: Record<string, unknown>;
  status: Record<string, unknown>;
  data?: Record<string, string>;
  /** The fields of a Status. */
  message?: string;
  reason?: string;
  items: StoredObject[];
}

export interface ManagedFields {
  manager: string;
  operation: string;
  apiVersion: string;
  time?: string;
  fieldsType: string;
  fieldsV1: Record<string, unknown>;
  subresource?: string;
}

export interface WatchEvent {
  type: string;
  object: StoredObject;
}

/** An open watch, which buffers its events. */
export interface WatchStream {
  readonly status: number;
  readonly headers: Record<string, string>;
  /** The next event; undefined when the server has closed the stream. Rejects after a timeout. */
  next(): Promise<WatchEvent | undefined>;
  close(): void;
}
