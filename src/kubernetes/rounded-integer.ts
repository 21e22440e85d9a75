/**
 * The integer that opgen would write in place of one with too many digits for JavaScript; undefined if it writes the
 * same integer. The API server reads defaults and enums exactly.
 */
export function roundedInteger(written: string): string | undefined {
  const digits = written.replaceAll('_', '');
  const value = Number(digits);
  if (!/^-?\d+$/.test(digits) || !Number.isFinite(value)) return undefined;
  const shown = Math.abs(value) < 1e21 ? String(value) : String(BigInt(value));
  return BigInt(shown) === BigInt(digits) ? undefined : shown;
}

/** The hint for an integer that would be rounded. */
export const exactIntegers: string = `JavaScript represents integers exactly up to ${Number.MAX_SAFE_INTEGER}; use text for larger ones`;
