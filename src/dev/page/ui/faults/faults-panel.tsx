import type { JSX } from 'preact';
import { useModel } from '../store.ts';
import { useAction } from './use-action.ts';
import { FaultChoice } from './fault-choice.tsx';
import { OperatorControls } from './operator-controls.tsx';
import { RecentFaults } from './recent-faults.tsx';

/** Injects faults between the operator and the API server, and ends the operator. */
export function FaultsPanel(): JSX.Element {
  const { faults } = useModel().topics;
  const { act, error } = useAction();
  if (faults === undefined) return <p class="empty">The operator has not started yet.</p>;
  return (
    <div class="columns faults">
      <div class="column sheet">
        {error !== undefined && (
          <p class="warning" role="alert">
            {error}
          </p>
        )}
        <FaultChoice faults={faults} act={act} />
        <OperatorControls faults={faults} act={act} />
      </div>
      <div class="column sheet">
        <RecentFaults faults={faults} />
      </div>
    </div>
  );
}
