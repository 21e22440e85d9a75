import type { Transport } from '@opgen/runtime/transport';
import type { OwnedField } from './owned-fields.ts';

/** An operation of a JSON patch that changes one field. */
export interface Edit {
  readonly op: 'replace';
  /** A JSON pointer. */
  readonly path: string;
  readonly value: unknown;
}

/** Changes of the fields, as far as the server accepts them. */
export async function acceptedEdits(
  transport: Transport,
  object: string,
  fields: readonly OwnedField[],
): Promise<Edit[]> {
  const accepted: Edit[] = [];
  for (const { path, value } of fields) {
    for (const other of otherValues(value)) {
      const edit: Edit = { op: 'replace', path, value: other };
      // Together with the earlier ones, because some fields are valid only in combination.
      if (!(await accepts(transport, `${object}?dryRun=All`, [...accepted, edit]))) continue;
      accepted.push(edit);
      break;
    }
  }
  return accepted;
}

/** Makes the edits, as another client. */
export async function makeEdits(transport: Transport, object: string, edits: readonly Edit[]): Promise<void> {
  if (!(await accepts(transport, `${object}?fieldManager=opgen-testing-drift`, edits)))
    throw new Error(`the API server rejects edits of ${object} that it accepted in a dry run`);
}

async function accepts(transport: Transport, path: string, edits: readonly Edit[]): Promise<boolean> {
  const headers = { 'content-type': 'application/json-patch+json' };
  const response = await transport.request({ method: 'PATCH', path, headers, body: JSON.stringify(edits) });
  await response.text();
  return response.status < 300;
}

/** In the order in which they are tried: many texts have a format, and that of a Secret's data is base64. */
function otherValues(value: OwnedField['value']): unknown[] {
  if (typeof value === 'string') return [`${value}x`, 'b3RoZXI='];
  return typeof value === 'number' ? [value + 1, value - 1] : [!value];
}
