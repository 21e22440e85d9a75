import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AuditEvent } from '../api-server/audit/audit-event.ts';

/** The same events as in the audit log of the embedded server. */
const policy = {
  apiVersion: 'audit.k8s.io/v1',
  kind: 'Policy',
  omitStages: ['RequestReceived'],
  rules: [{ level: 'Metadata' }],
};

const logFile = 'audit.log';

/** The flags with which kube-apiserver writes an audit log to a folder. */
export async function auditFlags(folder: string): Promise<string[]> {
  const path = join(folder, 'audit-policy.json');
  await writeFile(path, JSON.stringify(policy));
  return [`--audit-policy-file=${path}`, `--audit-log-path=${join(folder, logFile)}`];
}

/** The events in the log of a folder. The server may be writing the last line. */
export function readAuditLog(folder: string): AuditEvent[] {
  const lines = readFileSync(join(folder, logFile), 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as AuditEvent);
}
