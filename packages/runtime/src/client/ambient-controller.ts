import { Ambient } from '../ambient.ts';

/** The controller in whose reconcile a request is made. */
export interface AmbientController {
  readonly name: string;
  /** Set if the controller has a field manager of its own choice. */
  readonly fieldManager: string | undefined;
}

const controllers = new Ambient<AmbientController>();

/** Runs a reconcile; the manager's clients then write with the field manager of the controller. */
export function withController<T>(controller: AmbientController, run: () => T): T {
  return controllers.run(controller, run);
}

/** The controller whose reconcile is running; undefined elsewhere, for instance in a webhook. */
export function ambientController(): AmbientController | undefined {
  return controllers.value;
}
