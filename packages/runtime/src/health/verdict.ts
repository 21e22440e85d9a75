/** How an object fares, and, unless it is well, why: for people. */
export type Health =
  | { readonly state: 'healthy' }
  /** It may become healthy by itself. */
  | { readonly state: 'progressing'; readonly reason: string }
  /** It will not become healthy unless somebody changes something. */
  | { readonly state: 'failed'; readonly reason: string };

export const healthy: Health = Object.freeze({ state: 'healthy' });

export function progressing(reason: string): Health {
  return { state: 'progressing', reason };
}

export function failed(reason: string): Health {
  return { state: 'failed', reason };
}
