const impersonation = 'impersonate-';

/**
 * The values of a header as one text. Groups of a directory may contain commas, so those of an impersonated user have a line
 * each.
 */
export function joinValues(name: string, values: readonly string[]): string {
  return values.join(name.startsWith(impersonation) ? '\n' : ', ');
}

/** The values of a header of an impersonated user. */
export function impersonatedValues(text = ''): string[] {
  return text.split('\n').filter((value) => value !== '');
}

/** The headers as they are sent, with one value for each line. */
export function separateHeaders(
  headers: Readonly<Record<string, string>>,
): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, text]) => [
      name,
      name.startsWith(impersonation) ? impersonatedValues(text) : text,
    ]),
  );
}
