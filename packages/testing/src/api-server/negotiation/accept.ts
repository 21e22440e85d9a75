/** A media type that a client accepts, e.g. `application/json;as=Table;v=v1;g=meta.k8s.io`. */
export interface AcceptClause {
  readonly type: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** The clauses of an Accept header in the client's order of preference. A missing header accepts everything. */
export function parseAccept(header: string | undefined): readonly AcceptClause[] {
  const texts = (header ?? '').split(',').filter((text) => text.trim() !== '');
  if (texts.length === 0) return [{ type: '*/*', parameters: {} }];
  return texts
    .map(clause)
    .map((parsed) => ({ parsed, quality: Number(parsed.parameters['q'] ?? 1) }))
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ parsed }) => parsed);
}

/** True if the clause accepts JSON. */
export function takesJson({ type }: AcceptClause): boolean {
  return type === 'application/json' || type === 'application/*' || type === '*/*';
}

function clause(text: string): AcceptClause {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim());
  return {
    type: type.toLowerCase(),
    parameters: Object.fromEntries(
      parameters.map((parameter) => {
        const [key = '', value = ''] = parameter.split('=', 2);
        return [key.trim(), value.trim()];
      }),
    ),
  };
}
