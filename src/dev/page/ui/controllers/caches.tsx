import type { CacheStatistics } from '@opgen/runtime/runs';
import type { JSX } from 'preact';
import { secondsText } from '../../model/load.ts';

/** The cached kinds. */
export function Caches({ caches }: { caches: readonly CacheStatistics[] }): JSX.Element | null {
  if (caches.length === 0) return null;
  return (
    <section>
      <h3>Caches</h3>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">Kind</th>
              <th scope="col">API version</th>
              <th scope="col">Cached</th>
              <th scope="col" class="number">
                Objects
              </th>
              <th scope="col" class="number">
                Relists
              </th>
              <th scope="col" class="number">
                Last event
              </th>
            </tr>
          </thead>
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
