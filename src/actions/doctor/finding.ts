/** The result of one check. */
export interface Finding {
  readonly check: string;
  readonly status: 'ok' | 'problem' | 'skipped';
  readonly message: string;
  /** How to solve the problem. */
  readonly hint?: string;
  /** The last log lines of a container. */
  readonly log?: readonly string[];
}

export function ok(check: string, message: string): Finding {
  return { check, status: 'ok', message };
}

export function problem(check: string, message: string, hint: string): Finding {
  return { check, status: 'problem', message, hint };
}

/** A check that cannot run; the message says why. */
export function skipped(check: string, message: string): Finding {
  return { check, status: 'skipped', message };
}
