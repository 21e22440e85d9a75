/** The longest timeout that a webhook configuration allows. */
const longest = 30_000;
const units: Record<string, number> = { ms: 1, s: 1000, m: 60_000 };

/** Milliseconds that the API server waits for the response, from the query parameter `timeout=10s`. */
export function timeoutOf(query: string | undefined): number {
  const text = new URLSearchParams(query).get('timeout') ?? '';
  if (!/^(\d+(\.\d+)?(ms|s|m))+$/.test(text)) return longest;
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m)/g)];
  const total = parts.reduce((sum, [, amount, unit = '']) => sum + Number(amount) * (units[unit] ?? 0), 0);
  return Math.min(total, longest);
}
