import { expect } from 'vitest';
import type { Answer } from './target.ts';

export interface Cause {
  reason?: string;
  message: string;
  field?: string;
}

export interface Refusal {
  code: number;
  reason: string;
  message: string;
  details?: {
    name?: string;
    group?: string;
    kind?: string;
    uid?: string;
    causes?: Cause[];
    retryAfterSeconds?: number;
  };
}

/** Expects the response to be exactly this Status. */
export function expectRefusal(answer: Answer, { code, reason, message, details }: Refusal): void {
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, reason };
  expect({ code: answer.status, body: answer.object }, answer.text).toEqual({
    code,
    body: { ...status, ...(details ? { details } : {}), code },
  });
  expect(answer.headers['content-type']).toBe('application/json');
}
