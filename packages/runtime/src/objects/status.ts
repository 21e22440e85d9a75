import type { Int32 } from './scalars.ts';

/** What the API server answers when it has no object to answer with, above all in an error. */
export interface Status {
  apiVersion?: 'v1';
  kind?: 'Status';
  metadata?: Record<string, unknown>;
  status?: 'Success' | 'Failure';
  message?: string;
  reason?: string;
  details?: StatusDetails;
  code?: Int32;
}

/** What a `Status` is about: the object, each single cause, and when to try again. */
export interface StatusDetails {
  name?: string;
  group?: string;
  kind?: string;
  uid?: string;
  causes?: StatusCause[];
  retryAfterSeconds?: Int32;
}

/** One thing that was wrong with a request, and in which field. */
export interface StatusCause {
  reason?: string;
  message?: string;
  field?: string;
}
