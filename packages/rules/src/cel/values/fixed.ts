/** A number with so many decimals. A tie goes to the even digit as in Go, and not up as in JavaScript. */
export function fixed(value: number, decimals: number): string {
  const up = value.toFixed(decimals);
  const scale = 10 ** decimals;
  const scaled = Math.abs(value) * scale;
  const isTie = scaled - Math.floor(scaled) === 0.5 && scaled / scale === Math.abs(value);
  if (!isTie || Math.floor(scaled) % 2 === 1) return up;
  return (Math.sign(value) * (Math.floor(scaled) / scale)).toFixed(decimals);
}
