/** An API server that the suite is run against. It takes raw requests, so that what is compared is the answer itself. */
export interface Target {
  readonly name: TargetName;
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  watch(path: string, options?: RequestOptions): Promise<WatchStream>;
  close(): Promise<void>;
}

export type TargetName = 'real' | 'embedded in process' | 'embedded over HTTP';

export interface RequestOptions {
  headers?: Record<string, string>;
  /** Sent as it is when it is text, as JSON otherwise. */
  body?: unknown;
}

/** What came back. */
export class Answer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Record<string, string>;
  readonly text: string;

  constructor(status: number, headers: Record<string, string>, text: string) {
    this.status = status;
    this.headers = headers;
    this.text = text;
  }

  /** The body as JSON. */
  get object(): StoredObject {
    try {
      return JSON.parse(this.text) as StoredObject;
    } catch {
      throw new Error(`${this.status}, and the body is not JSON: ${this.text.slice(0, 300)}`);
    }
  }
}

/** Whatever an API server answers, with the members that cases read by name. */
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
  /** What a Status says. */
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

/** An open watch. Events are kept until they are asked for. */
export interface WatchStream {
  readonly status: number;
  readonly headers: Record<string, string>;
  /** The next event; undefined when the server has ended the stream. Rejects when neither comes for a while. */
  next(): Promise<WatchEvent | undefined>;
  close(): void;
}
