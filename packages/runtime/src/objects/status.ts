import type { Int32 } from './scalars.ts';

/** The response of the API server when it returns no object, above all for errors. */
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

/** Details of a `Status`: the object, the causes, and when to retry. */
export interface StatusDetails {
  name?: string;
  group?: string;
  kind?: string;
  uid?: string;
  causes?: StatusCause[];
  retryAfterSeconds?: Int32;
}

/** One cause of a rejected request, and the field that it concerns. */
export interface StatusCause {
  reason?: string;
  message?: string;
  field?: string;
}
