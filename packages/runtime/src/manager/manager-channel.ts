import { channel } from 'node:diagnostics_channel';

/**
 * Every manager that starts is published to this diagnostics channel: this is how a module that is loaded before the
 * operator (`node --import`) asks whether it is idle.
 */
const managerChannel = channel('opgen:manager');

/** Passes a manager to the subscribers. */
export function publishManager(manager: { readonly idle: boolean }): void {
  managerChannel.publish(manager);
}
