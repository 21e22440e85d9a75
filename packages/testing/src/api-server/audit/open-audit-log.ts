import { closeSync, openSync, writeSync } from 'node:fs';
import { AuditLog } from './audit-log.ts';

export interface OpenAuditLog {
  readonly log: AuditLog;
  /** Events after this are lost, such as those of watches that end with the server. */
  close(): void;
}

/** The audit log of a cluster; undefined if it has none. With a file, each event is in it before its response is sent. */
export function openAuditLog(
  option: boolean | { readonly file: string } | undefined,
): OpenAuditLog | undefined {
  if (option === undefined || option === false) return undefined;
  if (option === true) return { log: new AuditLog(), close: () => {} };
  // The events name users and objects, so only the owner may read them.
  let file: number | undefined = openSync(option.file, 'a', 0o600);
  return {
    log: new AuditLog((line) => {
      if (file !== undefined) writeSync(file, line);
    }),
    close() {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}
