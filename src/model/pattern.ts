/** A regular expression that matches exactly this text, in RE2 and in JavaScript. */
export function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** The pattern in parentheses, if a longer pattern requires them. */
export function grouped(pattern: string): string {
  return hasAlternatives(pattern) ? `(${pattern})` : pattern;
}

/** The pattern, anchored at both ends. */
export function anchored(pattern: string): string {
  return `^${grouped(pattern)}$`;
}

/** Whether the pattern has a `|` outside of brackets. */
function hasAlternatives(pattern: string): boolean {
  let depth = 0;
  for (const [part] of pattern.matchAll(/\\.|[^]/g)) {
    if (part === '(' || part === '[') depth += 1;
    if (part === ')' || part === ']') depth -= 1;
    if (part === '|' && depth === 0) return true;
  }
  return false;
}
