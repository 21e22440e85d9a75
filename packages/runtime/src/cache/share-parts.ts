/**
 * Makes an object that was just received use the parts of one that is known, wherever they are equal, and returns
 * the known one when all is: of the next version of an object, or of the next one like it, little is new, and what
 * is not need not be in memory twice. Both are JSON, and neither is ever changed afterwards.
 */
export function shareParts<T>(received: T, known: unknown): T {
  // Equal strings may still be two; the one that is returned stays.
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
    // Every object has something under this name, and it is not JSON.
    if (key === '__proto__') return false;
    const part = shareParts(received[key], known[key]);
    if (part === known[key]) received[key] = part;
    else equal = false;
  }
  return equal && count === Object.keys(known).length;
}

/** Makes a JSON value unchangeable at every depth, so that writing to a shared object throws. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) deepFreeze(part);
  return Object.freeze(value);
}
