import type { ActionContext } from '../actions/action-context.ts';
import type { ActionResult } from '../actions/action-result.ts';

/** Runs the action of a command and keeps its result for the reporter. */
export type RunAction = (action: (context: ActionContext) => Promise<ActionResult>) => Promise<void>;
