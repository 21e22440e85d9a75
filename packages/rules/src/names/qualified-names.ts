import { dns1123SubdomainProblem } from './dns-names.ts';

const namePart = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const nameRule =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character " +
  `(e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '${namePart}')`;
const labelRule =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and " +
  "end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is " +
  "'(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
const longestName = 63;

/** Why a text is not a name with an optional DNS prefix, such as `app.kubernetes.io/name`. */
export function qualifiedNameProblems(text: string): string[] {
  const parts = text.split('/');
  if (parts.length > 2) {
    return [
      `a valid label key ${nameRule} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ];
  }
  const [prefix, name = ''] = parts.length === 2 ? parts : [undefined, parts[0]];
  const problems: string[] = [];
  if (prefix === '') problems.push('prefix part must be non-empty');
  else if (prefix !== undefined) {
    const problem = dns1123SubdomainProblem(prefix);
    if (problem !== undefined) problems.push(`prefix part ${problem}`);
  }
  if (name === '') problems.push('name part must be non-empty');
  else if (name.length > longestName) problems.push(`name part must be no more than ${longestName} bytes`);
  if (!new RegExp(`^${namePart}$`).test(name)) problems.push(`name part ${nameRule}`);
  return problems;
}

/** Why a text is not a valid label value. */
export function labelValueProblems(value: string): string[] {
  return [
    ...(value.length > longestName ? [`must be no more than ${longestName} bytes`] : []),
    ...(value === '' || new RegExp(`^${namePart}$`).test(value) ? [] : [labelRule]),
  ];
}
