import type { JSX } from 'preact';
import type { PermissionRow, PermissionVerb } from '../../model/messages.ts';
import { TableHead } from '../parts/table-head.tsx';
import { useModel } from '../store.ts';
import { Advice } from './advice.tsx';

/** The verbs of the Kubernetes API, in the order of their columns; others follow. */
const usualVerbs = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'];

/** What the roles of the operator allow, what it has used of that, and what the API server refused. */
export function PermissionsPanel(): JSX.Element {
  const { permissions } = useModel().topics;
  if (permissions === undefined) return <p class="empty">The operator has not started yet.</p>;
  const { account, elsewhere, rows } = permissions;
  const present = new Set(rows.flatMap(({ verbs }) => verbs.map(({ verb }) => verb)));
  const columns = [
    ...usualVerbs.filter((verb) => present.has(verb)),
    ...[...present].filter((verb) => !usualVerbs.includes(verb)).toSorted(),
  ];
  const unused = rows.filter(({ advice }) => advice.some(({ action }) => action === 'remove')).length;
  const refused = rows.filter(({ verbs }) => verbs.some(({ state }) => state === 'refused')).length;
  return (
    <div class="sheet permissions">
      <p class="toolbar">
        <span class="muted">ServiceAccount {account}</span>
        {refused > 0 && <span class="badge failed">refused for {resources(refused)}</span>}
        {unused > 0 && <span class="badge progressing">not used yet for {resources(unused)}</span>}
      </p>
      <div class="scroll">
        <table>
          <TableHead
            columns={{
              Resource: '',
              ...Object.fromEntries(columns.map((verb) => [verb, 'number'])),
            }}
          />
          {rows.map((row) => (
            <Row
              key={`${row.role} ${row.namespace} ${row.resource} ${row.names}`}
              row={row}
              columns={columns}
            />
          ))}
        </table>
      </div>
      {elsewhere.length > 0 && (
        <section>
          <h3>Allowed by roles outside the project</h3>
          <p class="muted">
            The operator uses these permissions, and its own roles do not grant them: it fails in another
            cluster.
          </p>
          <ul>
            {elsewhere.map((access) => (
              <li key={access}>
                <code>{access}</code>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function resources(count: number): string {
  return count === 1 ? '1 resource' : `${count} resources`;
}

/** A resource, and below it the markers to change. */
function Row({ columns, row }: { columns: readonly string[]; row: PermissionRow }): JSX.Element {
  const { advice, names, namespace, resource, role, verbs } = row;
  const where = [
    role ?? 'no role grants it',
    ...(namespace === undefined ? [] : [`only in ${namespace}`]),
    ...(names === undefined ? [] : [`only ${names.join(', ')}`]),
  ].join(' · ');
  return (
    <tbody>
      <tr>
        <th scope="row">
          <code>{resource}</code>
          <div class="muted">{where}</div>
        </th>
        {columns.map((verb) => (
          <Cell key={verb} verb={verb} found={verbs.filter((each) => each.verb === verb)} />
        ))}
      </tr>
      {advice.length > 0 && (
        <tr class="advice">
          <td colSpan={columns.length + 1}>
            {advice.map((each) => (
              <Advice key={`${each.action} ${each.marker}`} advice={each} />
            ))}
          </td>
        </tr>
      )}
    </tbody>
  );
}

/** A verb can be granted in one namespace and refused in another. */
function Cell({ found, verb }: { found: readonly PermissionVerb[]; verb: string }): JSX.Element {
  if (found.length === 0) return <td class="number muted absent">–</td>;
  return (
    <td class="number" data-verb={verb}>
      {found.map(({ count, state }) => (
        <div key={state} class={{ used: '', unused: 'muted', refused: 'refused' }[state]}>
          {{ used: String(count), unused: 'unused', refused: `refused ${count}×` }[state]}
        </div>
      ))}
    </td>
  );
}
