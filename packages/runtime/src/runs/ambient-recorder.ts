import { Ambient } from '../ambient.ts';
import type { RunRecorder } from './run-recorder.ts';

const recorders = new Ambient<RunRecorder>();

/** Runs a reconcile; the recorder then learns of the requests made inside it, at any depth. */
export function withRecorder<T>(recorder: RunRecorder | undefined, run: () => T): T {
  return recorder === undefined ? run() : recorders.run(recorder, run);
}

/** The recorder of the running reconcile. */
export function ambientRecorder(): RunRecorder | undefined {
  return recorders.value;
}
