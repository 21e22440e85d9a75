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

export interface StatusDetails {
  name?: string;
  group?: string;
  kind?: string;
  uid?: string;
  causes?: StatusCause[];
  retryAfterSeconds?: Int32;
}

export interface StatusCause {
  reason?: string;
  message?: string;
  field?: string;
}
