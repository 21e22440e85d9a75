/** A number with a fixed number of decimals. Rounds half to even, like Go; JavaScript rounds half up. */
export function fixed(value: number, decimals: number): string {
  const up = value.toFixed(decimals);
  const scale = 10 ** decimals;
  const scaled = Math.abs(value) * scale;
  const isTie = scaled - Math.floor(scaled) === 0.5 && scaled / scale === Math.abs(value);
  if (!isTie || Math.floor(scaled) % 2 === 1) return up;
  return (Math.sign(value) * (Math.floor(scaled) / scale)).toFixed(decimals);
}
