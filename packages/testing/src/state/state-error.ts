/** Why a state folder cannot be used. */
export class StateError extends Error {
  readonly reason: 'in use' | 'corrupt' | 'newer format';

  constructor(reason: StateError['reason'], message: string) {
    super(message);
    this.name = 'StateError';
    this.reason = reason;
  }
}
