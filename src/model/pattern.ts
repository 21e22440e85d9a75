/** Text as a regular expression that matches it, in RE2 as in JavaScript. */
export function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** The pattern as a part of a longer one. */
export function grouped(pattern: string): string {
  return hasAlternatives(pattern) ? `(${pattern})` : pattern;
}

/** The pattern for a whole text. */
export function anchored(pattern: string): string {
  return `^${grouped(pattern)}$`;
}

/** Whether a bar stands outside of all brackets. */
function hasAlternatives(pattern: string): boolean {
  let depth = 0;
  for (const [part] of pattern.matchAll(/\\.|[^]/g)) {
    if (part === '(' || part === '[') depth += 1;
    if (part === ')' || part === ']') depth -= 1;
    if (part === '|' && depth === 0) return true;
  }
  return false;
}
