import { dns1123Subdomain } from '../project/dns.ts';

const name = /^[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;

/** `kubernetes.io/metadata.name`: a name, and perhaps a domain before it. So labels and conditions are called. */
export function isQualifiedName(text: string): boolean {
  const [last = '', domain, ...more] = text.split('/').toReversed();
  const fits = name.test(last) && more.length === 0;
  return fits && (domain === undefined || dns1123Subdomain(domain) === undefined);
}

/** A label may have no value; one that it has is a name. */
export function isLabelValue(text: string): boolean {
  return text === '' || name.test(text);
}
