const label = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const label1035 = '[a-z]([-a-z0-9]*[a-z0-9])?';
const subdomain = `${label}(\\.${label})*`;

/** Why a text is not a DNS-1035 label, in the API server's words; undefined when it is one. */
export function dns1035LabelProblem(text: string): string | undefined {
  const rule =
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic " +
    "character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for " +
    `validation is '${label1035}')`;
  return problem(text, 63, label1035, rule);
}

/** Why a text is not a DNS-1123 label, in the API server's words; undefined when it is one. */
export function dns1123LabelProblem(text: string): string | undefined {
  const rule =
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end " +
    `with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '${label}')`;
  return problem(text, 63, label, rule);
}

/** Why a text is not a DNS-1123 subdomain, in the API server's words; undefined when it is one. */
export function dns1123SubdomainProblem(text: string): string | undefined {
  const rule =
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start " +
    `and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '${subdomain}')`;
  return problem(text, 253, subdomain, rule);
}

function problem(text: string, longest: number, pattern: string, rule: string): string | undefined {
  const problems = [
    ...(text.length > longest ? [`must be no more than ${longest} bytes`] : []),
    ...(new RegExp(`^${pattern}$`).test(text) ? [] : [rule]),
  ];
  return problems.length === 0 ? undefined : problems.join(',');
}
