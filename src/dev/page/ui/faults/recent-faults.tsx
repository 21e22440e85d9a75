import type { JSX } from 'preact';
import type { FaultsView } from '../../model/messages.ts';
import { clockText } from '../../model/time-text.ts';
import { TableHead } from '../parts/table-head.tsx';

/** The last faults. */
export function RecentFaults({ faults: { recent } }: { faults: FaultsView }): JSX.Element {
  if (recent.length === 0) return <p class="muted">No fault has been injected yet.</p>;
  return (
    <section>
      <h3>Last faults</h3>
      <table>
        <TableHead columns={{ Time: '', Fault: '', Request: 'wide' }} />
        <tbody>
          {recent.map(({ fault, id, request, time }) => (
            <tr key={id}>
              <td>{clockText(time)}</td>
              <th scope="row">
                <code>{fault}</code>
              </th>
              <td class="wide">{request}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
