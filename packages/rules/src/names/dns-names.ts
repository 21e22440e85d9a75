const label1123 = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const label1035 = '[a-z]([-a-z0-9]*[a-z0-9])?';
const subdomain1123 = `${label1123}(\\.${label1123})*`;

/** The longest DNS label, in bytes. */
export const longestLabel = 63;
/** The longest DNS subdomain, in bytes. */
export const longestSubdomain = 253;

/** True if the characters of a text are those of a DNS-1035 label, whatever its length. */
export const hasFormOfDns1035Label: (text: string) => boolean = fullMatch(label1035);
/** True if the characters of a text are those of a DNS-1123 label, whatever its length. */
export const hasFormOfDns1123Label: (text: string) => boolean = fullMatch(label1123);
/** True if the characters of a text are those of a DNS-1123 subdomain, whatever its length. */
export const hasFormOfDns1123Subdomain: (text: string) => boolean = fullMatch(subdomain1123);

/** Why a text is not a DNS-1035 label, in the API server's words; undefined if it is one. */
export function dns1035LabelProblem(text: string): string | undefined {
  const rule =
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic " +
    "character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for " +
    `validation is '${label1035}')`;
  return problem(text, longestLabel, hasFormOfDns1035Label, rule);
}

/** Why a text is not a DNS-1123 label, in the API server's words; undefined if it is one. */
export function dns1123LabelProblem(text: string): string | undefined {
  const rule =
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end " +
    `with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '${label1123}')`;
  if (text.includes('.') && hasFormOfDns1123Subdomain(text)) return 'must not contain dots';
  return problem(text, longestLabel, hasFormOfDns1123Label, rule);
}

/** Why a text is not a DNS-1123 subdomain, in the API server's words; undefined if it is one. */
export function dns1123SubdomainProblem(text: string): string | undefined {
  const rule =
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start " +
    `and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '${subdomain1123}')`;
  return problem(text, longestSubdomain, hasFormOfDns1123Subdomain, rule);
}

function fullMatch(pattern: string): (text: string) => boolean {
  const expression = new RegExp(`^${pattern}$`);
  return (text) => expression.test(text);
}

function problem(
  text: string,
  longest: number,
  hasForm: (text: string) => boolean,
  rule: string,
): string | undefined {
  const problems = [
    ...(text.length > longest ? [`must be no more than ${longest} characters`] : []),
    ...(hasForm(text) ? [] : [rule]),
  ];
  return problems.length === 0 ? undefined : problems.join(',');
}
