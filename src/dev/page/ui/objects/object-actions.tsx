import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ObjectView } from '../../model/messages.ts';
import { conditionsOf } from '../../model/summary.ts';
import { useModel, useStore } from '../store.ts';
import { referenceTo } from './reference-to.ts';

/** What can be done with an object. */
export function ObjectActions({ view: { object } }: { view: ObjectView }): JSX.Element {
  const store = useStore();
  const { cluster, kinds } = useModel();
  const [form, setForm] = useState<'scale' | 'delete'>();
  const [error, setError] = useState<string>();
  const reference = referenceTo(object);
  const { kind, name } = reference;
  const run = async (action: Promise<unknown>): Promise<void> => {
    setForm(undefined);
    setError(undefined);
    await action.catch((reason: Error) => setError(reason.message));
  };
  const isScalable = kinds.some(
    (each) => each.scalable && each.apiVersion === object.apiVersion && each.kind === kind,
  );
  const isReady = conditionsOf(object).some(({ status, type }) => type === 'Ready' && status === 'True');
  return (
    <>
      <div class="actions">
        {isScalable && (
          <button type="button" onClick={() => setForm('scale')}>
            Scale
          </button>
        )}
        {kind === 'Pod' && cluster.simulated && (
          <button type="button" onClick={() => run(store.act('crash', reference))}>
            Crash
          </button>
        )}
        {kind === 'Node' && cluster.simulated && (
          <button
            type="button"
            onClick={() => run(store.act(isReady ? 'failNode' : 'recoverNode', { name }))}
          >
            {isReady ? 'Fail' : 'Recover'}
          </button>
        )}
        <button type="button" onClick={() => setForm('delete')}>
          Delete
        </button>
      </div>
      {form === 'scale' && (
        <ScaleForm
          replicas={(object['spec'] as { replicas?: number } | undefined)?.replicas ?? 1}
          onScale={(replicas) => run(store.act('scale', { ...reference, replicas }))}
          onCancel={() => setForm(undefined)}
        />
      )}
      {form === 'delete' && (
        <form class="inline" onSubmit={submit(() => run(store.act('delete', reference)))}>
          <span>
            Delete {kind} {name}?
          </span>
          <button type="submit" class="danger" ref={focus}>
            Delete
          </button>
          <button type="button" onClick={() => setForm(undefined)}>
            Cancel
          </button>
        </form>
      )}
      {error !== undefined && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
    </>
  );
}

interface ScaleFormProps {
  replicas: number;
  onScale: (replicas: number) => void;
  onCancel: () => void;
}

function ScaleForm({ onCancel, onScale, replicas }: ScaleFormProps): JSX.Element {
  const [value, setValue] = useState(replicas);
  return (
    <form class="inline" onSubmit={submit(() => onScale(value))}>
      <label>
        Replicas{' '}
        <input
          type="number"
          min="0"
          value={value}
          ref={focus}
          onInput={(event) => setValue(event.currentTarget.valueAsNumber)}
        />
      </label>
      <button type="submit">Scale</button>
      <button type="button" onClick={onCancel}>
        Cancel
      </button>
    </form>
  );
}

/** The keyboard continues in what has just appeared. */
function focus(element: HTMLElement | null): void {
  if (element !== null && element.dataset['focused'] === undefined) {
    element.dataset['focused'] = '';
    element.focus();
  }
}

function submit(act: () => unknown): (event: Event) => void {
  return (event) => {
    event.preventDefault();
    act();
  };
}
