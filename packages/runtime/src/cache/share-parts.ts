/**
 * Structural sharing: replaces the parts of a received object that equal those of a known one with the known parts,
 * and returns the known object if everything is equal. The next version of an object differs little from the last, so
 * this saves memory. Both are JSON and must not be modified afterwards.
 */
export function shareParts<T>(received: T, known: unknown): T {
  // Equal strings may still be two copies; the returned one is kept.
  if (received === known) return known as T;
  if (typeof received !== 'object' || received === null) return received;
  if (typeof known !== 'object' || known === null || Object.isFrozen(received)) return received;
  if (Array.isArray(received)) {
    return Array.isArray(known) && shareElements(received, known) ? (known as T) : received;
  }
  if (Array.isArray(known)) return received;
  return shareFields(received as Fields, known as Fields) ? (known as T) : received;
}

type Fields = Record<string, unknown>;

/** Whether all elements are equal. */
function shareElements(received: unknown[], known: readonly unknown[]): boolean {
  let equal = received.length === known.length;
  const common = Math.min(received.length, known.length);
  for (let index = 0; index < common; index += 1) {
    const part = shareParts(received[index], known[index]);
    if (part === known[index]) received[index] = part;
    else equal = false;
  }
  return equal;
}

/** Whether all fields are equal. */
function shareFields(received: Fields, known: Fields): boolean {
  let equal = true;
  let count = 0;
  for (const key in received) {
    count += 1;
    // Every object inherits a property of this name, and it is not JSON.
    if (key === '__proto__') return false;
    const part = shareParts(received[key], known[key]);
    if (part === known[key]) received[key] = part;
    else equal = false;
  }
  return equal && count === Object.keys(known).length;
}
