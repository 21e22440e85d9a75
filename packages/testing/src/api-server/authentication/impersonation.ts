import type { RequestHeaders } from './authentication.ts';
import { goQuote } from '@opgen/rules/go-text';
import { impersonatedValues } from '../http/header-values.ts';
import { badRequest, StatusError } from '../status-errors.ts';

/** The user that a request wants to act as, as its headers say. */
export interface WantedUser {
  readonly name: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

const extraPrefix = 'impersonate-extra-';

/** The user in the impersonation headers of a request; undefined without any. */
export function wantedUser(headers: RequestHeaders): WantedUser | undefined {
  const wanted: WantedUser = {
    name: headers['impersonate-user'] ?? '',
    uid: headers['impersonate-uid'] ?? '',
    groups: impersonatedValues(headers['impersonate-group']),
    extra: Object.fromEntries(
      Object.entries(headers)
        .filter(([header]) => header.startsWith(extraPrefix))
        .map(([header, text]) => [
          decodeURIComponent(header.slice(extraPrefix.length)),
          impersonatedValues(text),
        ]),
    ),
  };
  if (wanted.name !== '') return wanted;
  if (wanted.uid === '' && wanted.groups.length === 0 && Object.keys(wanted.extra).length === 0)
    return undefined;
  throw new StatusError(badRequest(`requested ${inGo(wanted)} without impersonating a user name`));
}

/** The server prints the user as a Go struct. */
function inGo({ name, uid, groups, extra }: WantedUser): string {
  const entries = Object.entries(extra).map(([key, texts]) => `${goQuote(key)}:${listInGo(texts)}`);
  const mapped = entries.length === 0 ? '(nil)' : `{${entries.join(', ')}}`;
  const fields = [
    `Name:${goQuote(name)}`,
    `UID:${goQuote(uid)}`,
    `Groups:${groups.length === 0 ? '[]string(nil)' : listInGo(groups)}`,
    `Extra:map[string][]string${mapped}`,
  ];
  return `&user.DefaultInfo{${fields.join(', ')}}`;
}

function listInGo(texts: readonly string[]): string {
  return `[]string{${texts.map(goQuote).join(', ')}}`;
}
