import type { FieldValidation } from '../resources/admission.ts';
import { goQuote } from '@opgen/rules/go-text';
import type { ServerRequest, ServerResponse } from './request.ts';

/** How to handle unknown fields; the default is Warn. */
export function fieldValidation({ query }: ServerRequest): FieldValidation {
  const requested = query.get('fieldValidation');
  return requested === 'Ignore' || requested === 'Strict' ? requested : 'Warn';
}

/** Adds warnings to a response in the `Warning` header, which clients print. */
export function withWarnings(response: ServerResponse, warnings: readonly string[]): ServerResponse {
  if (warnings.length === 0) return response;
  const before = response.headers['warning'];
  const own = warnings.map((text) => `299 - ${goQuote(text)}`);
  const warning = [...(before === undefined ? [] : [before]), ...own].join(', ');
  return { ...response, headers: { ...response.headers, warning } };
}
