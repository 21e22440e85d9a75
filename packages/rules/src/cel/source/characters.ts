/** The number of characters (code points, not UTF-16 units) of a text. */
export function characterCount(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
