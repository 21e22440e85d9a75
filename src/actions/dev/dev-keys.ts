/** What each key does. */
export interface DevKeys {
  r: () => unknown;
  s: () => unknown;
  o: () => unknown;
  c: () => unknown;
  k: () => unknown;
  q: () => unknown;
}

export const keysHelp = 'r restart · s apply samples · o open the page · c chaos on/off · k kill · q quit';

export function press(keys: DevKeys, key: string): void {
  if (Object.hasOwn(keys, key)) keys[key as keyof DevKeys]();
}
