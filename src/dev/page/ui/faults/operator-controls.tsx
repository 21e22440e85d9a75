import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { CrashPoint, FaultsView } from '../../model/messages.ts';
import type { Act } from './use-action.ts';

/** Kills the operator now, or at a write. */
export function OperatorControls({ act, faults }: { faults: FaultsView; act: Act }): JSX.Element {
  const [writes, setWrites] = useState(1);
  const [response, setResponse] = useState<CrashPoint['response']>('lost');
  const { crash } = faults;
  return (
    <section>
      <h3>Operator</h3>
      <div class="toolbar">
        <button type="button" onClick={() => void act('killOperator', {})}>
          Kill and restart
        </button>
        <span class="muted">SIGKILL, as when a node fails. {faults.writes} writes since it started.</span>
      </div>
      <form
        class="toolbar"
        onSubmit={(event) => {
          event.preventDefault();
          void act('crashOperator', { writes, response });
        }}
      >
        <button type="submit">Crash</button>
        <label>
          after{' '}
          <input
            type="number"
            min={1}
            value={writes}
            aria-label="Number of writes"
            onInput={({ currentTarget }) => setWrites(Number(currentTarget.value))}
          />{' '}
          {writes === 1 ? 'write' : 'writes'},
        </label>
        <select
          aria-label="Response of the last write"
          value={response}
          onChange={({ currentTarget }) => setResponse(currentTarget.value as CrashPoint['response'])}
        >
          <option value="lost">before it receives the response</option>
          <option value="delivered">after it received the response</option>
        </select>
      </form>
      {crash !== undefined && (
        <p class="warning" role="status">
          The operator crashes at write {crash.writes} from when you asked.
        </p>
      )}
    </section>
  );
}
