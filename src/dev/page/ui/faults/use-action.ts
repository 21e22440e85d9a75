import { useState } from 'preact/hooks';
import type { Actions } from '../../model/messages.ts';
import { useStore } from '../store.ts';

/** Sends an action. */
export type Act = <Name extends keyof Actions>(name: Name, body: Actions[Name]['body']) => Promise<void>;

/** Sends actions, and keeps the error of the last one. */
export function useAction(): { act: Act; error: string | undefined } {
  const store = useStore();
  const [error, setError] = useState<string | undefined>();
  const act: Act = async (name, body) => {
    try {
      await store.act(name, body);
      setError(undefined);
    } catch (failure) {
      setError((failure as Error).message);
    }
  };
  return { act, error };
}
