/** How an object fares, and, unless it is well, why: for people. */
export type Health =
  | { readonly state: 'healthy' }
  /** It may become healthy by itself. */
  | { readonly state: 'progressing'; readonly reason: string }
  /** It will not become healthy unless somebody changes something. */
  | { readonly state: 'failed'; readonly reason: string };

/** All is well. */
export const healthy: Health = Object.freeze({ state: 'healthy' });

/** It is not well yet, and nobody has to do anything. `reason`: what it waits for. */
export function progressing(reason: string): Health {
  return { state: 'progressing', reason };
}

/** It will not become well by itself. `reason`: why. */
export function failed(reason: string): Health {
  return { state: 'failed', reason };
}
