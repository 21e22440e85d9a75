const pattern = '[-._a-zA-Z0-9]+';
const rule =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  " +
  `or 'key-name', regex used for validation is '${pattern}')`;

/** Why a text cannot be a key of a ConfigMap or a Secret. */
export function configKeyProblems(key: string): string[] {
  const problems = new RegExp(`^${pattern}$`).test(key) ? [] : [rule];
  if (key.length > 253) problems.unshift('must be no more than 253 characters');
  if (key === '.') problems.push("must not be '.'");
  else if (key === '..') problems.push("must not be '..'");
  else if (key.startsWith('..')) problems.push("must not start with '..'");
  return problems;
}
