import type { JSX } from 'preact';
import type { FaultsView } from '../../model/messages.ts';
import type { Act } from './use-action.ts';
import { TableHead } from '../parts/table-head.tsx';

/** What each fault does, in the order of a request. */
const descriptions: Readonly<Record<string, string>> = {
  conflict: '409 Conflict for an update or patch',
  throttled: '429 Too Many Requests',
  serverError: '500, 503 or 504',
  refused: 'the connection is refused',
  lostAnswer: 'the request is completed, and its response is lost',
  slow: 'a delayed request',
  stale: 'a get or list returns an earlier state',
  watchEnded: 'a watch ends early',
  watchReset: 'the connection of a watch breaks',
  watchExpired: '410 Gone: the cache has to relist',
  watchDelayed: 'the events of a watch are late',
  watchStalled: 'a watch stays open and sends nothing more',
  watchIdleCut: 'an idle watch breaks after 20 s',
};

/** The switch, and the probability of each fault. */
export function FaultChoice({ act, faults }: { faults: FaultsView; act: Act }): JSX.Element {
  const { active, happened, rates, seed } = faults;
  const choose = (fault: string, percent: number): void => {
    const chosen = Object.entries({ ...rates, [fault]: percent / 100 });
    const kept = chosen.filter(([, rate = 0]) => rate > 0);
    void act('injectFaults', { active, rates: Object.fromEntries(kept) });
  };
  return (
    <section>
      <div class="toolbar">
        <button
          type="button"
          class="switch"
          role="switch"
          aria-checked={active}
          onClick={() => void act('injectFaults', { active: !active })}
        >
          Chaos
        </button>
        <span class="muted">seed {seed} · kubectl and this page get no faults</span>
      </div>
      <table>
        <TableHead
          columns={{
            Fault: '',
            'What happens': 'wide description',
            Probability: 'number',
            Injected: 'number',
          }}
        />
        <tbody>
          {Object.keys(happened).map((fault) => (
            <tr key={fault} class={(rates[fault] ?? 0) > 0 ? '' : 'muted'}>
              <th scope="row">
                <code>{fault}</code>
              </th>
              <td class="wide description">{descriptions[fault]}</td>
              <td class="number">
                <input
                  type="number"
                  min={0}
                  max={100}
                  aria-label={`Probability of ${fault} in percent`}
                  value={Number(((rates[fault] ?? 0) * 100).toFixed(1))}
                  onChange={({ currentTarget }) => choose(fault, Number(currentTarget.value))}
                />{' '}
                %
              </td>
              <td class="number">{happened[fault]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
