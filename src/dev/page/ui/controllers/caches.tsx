import type { CacheStatistics } from '@opgen/runtime/runs';
import type { JSX } from 'preact';
import { secondsText } from '../../model/load.ts';
import { TableHead } from '../parts/table-head.tsx';

/** The cached kinds. */
export function Caches({ caches }: { caches: readonly CacheStatistics[] }): JSX.Element | null {
  if (caches.length === 0) return null;
  return (
    <section>
      <h3>Caches</h3>
      <div class="scroll">
        <table>
          <TableHead
            columns={{
              Kind: '',
              'API version': '',
              Cached: '',
              Objects: 'number',
              Relists: 'number',
              'Last event': 'number',
            }}
          />
          <tbody>
            {caches.map(({ apiVersion, cluster = '', idle, kind, objects, relists, synced, view = '' }) => (
              <tr key={`${cluster} ${apiVersion} ${kind} ${view}`}>
                <th scope="row">{kind}</th>
                <td>{apiVersion}</td>
                <td class={synced ? '' : 'warning'}>
                  {synced
                    ? { '': 'whole objects', metadata: 'metadata', projection: 'a part' }[view]
                    : 'not synced'}
                  {cluster === '' ? '' : ` in ${cluster}`}
                </td>
                <td class="number">{objects}</td>
                <td class="number">{relists}</td>
                <td class="number">{idle === undefined ? '–' : secondsText(Math.round(idle / 1_000))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
