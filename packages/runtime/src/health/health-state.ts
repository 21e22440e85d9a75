/** The health of an object and, unless it is healthy, a reason for people. */
export type Health =
  | { readonly state: 'healthy' }
  /** It may become healthy without intervention. */
  | { readonly state: 'progressing'; readonly reason: string }
  /** It will not become healthy without a change. */
  | { readonly state: 'failed'; readonly reason: string };

/** The object is healthy. */
export const healthy: Health = Object.freeze({ state: 'healthy' });

/** The object is not healthy yet, but needs no intervention. `reason`: what it waits for. */
export function progressing(reason: string): Health {
  return { state: 'progressing', reason };
}

/** The object will not become healthy by itself. `reason`: why. */
export function failed(reason: string): Health {
  return { state: 'failed', reason };
}
