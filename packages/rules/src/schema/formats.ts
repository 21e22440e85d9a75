/** Formats that the API server checks on strings; others are ignored. Names as after dropping the dashes. */
const checks: Readonly<Record<string, (text: string) => boolean>> = {
  bsonobjectid: (text) => /^[0-9a-f]{24}$/i.test(text),
  uri: isRequestUri,
  email: (text) => /^[^\s@<>(),;:"]+@[^\s@<>(),;:"]+$/.test(text.replace(/^[^<]*<([^>]*)>$/, '$1')),
  hostname: isHostname,
  ipv4: isIpv4,
  ipv6: (text) => isIp(text) && text.includes(':'),
  cidr: isCidr,
  mac: isMac,
  uuid: (text) => /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i.test(text),
  uuid3: (text) => /^[0-9a-f]{8}-?[0-9a-f]{4}-?3[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i.test(text),
  uuid4: (text) => /^[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i.test(text),
  uuid5: (text) => /^[0-9a-f]{8}-?[0-9a-f]{4}-?5[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i.test(text),
  hexcolor: (text) => /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.test(text),
  rgbcolor: (text) => /^rgb\(\s*\d{1,3}\s*,\s*\d{1,3}\s*,\s*\d{1,3}\s*\)$/.test(text),
  ssn: (text) => /^\d{3}[- ]?\d{2}[- ]?\d{4}$/.test(text),
  byte: (text) =>
    text !== '' && /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text),
  password: () => true,
  date: isDate,
  datetime: isDateTime,
  duration: isDuration,
  k8sshortname: (text) => text.length <= 63 && /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(text),
  k8slongname: (text) =>
    text.length <= 253 && /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/.test(text),
};

/** The check of a string format, or undefined where the API server does not know the format. */
export function formatCheck(format: string): ((text: string) => boolean) | undefined {
  const name = format.replaceAll('-', '');
  return Object.hasOwn(checks, name) ? checks[name] : undefined;
}

function isRequestUri(text: string): boolean {
  if (text === '' || /[\s\p{Cc}]/u.test(text)) return false;
  return text.startsWith('/') || /^[a-z][a-z0-9+.-]*:./i.test(text);
}

function isHostname(text: string): boolean {
  if (text.length > 255) return false;
  return /^([a-z0-9\p{S}\p{L}]((-?[a-z0-9\p{S}\p{L}]{0,62})?)|([a-z0-9\p{S}\p{L}](([a-z0-9\-\p{S}\p{L}]{0,61}[a-z0-9\p{S}\p{L}])?)(\.)){1,}([a-z\p{L}]){2,63})$/iu.test(
    text,
  );
}

function isIpv4(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255);
}

function isIp(text: string): boolean {
  if (!text.includes(':')) return isIpv4(text);
  const halves = text.split('::');
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const last = groups.at(-1);
  const mapped = last?.includes('.') === true && isIpv4(last);
  const hexadecimal = mapped ? groups.slice(0, -1) : groups;
  const count = hexadecimal.length + (mapped ? 2 : 0);
  if (!hexadecimal.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return false;
  return halves.length === 2 ? count < 8 : count === 8;
}

function isCidr(text: string): boolean {
  const [address = '', bits = '', ...rest] = text.split('/');
  if (rest.length > 0 || !/^\d{1,3}$/.test(bits) || !isIp(address)) return false;
  return Number(bits) <= (address.includes(':') ? 128 : 32);
}

function isMac(text: string): boolean {
  const pairs = text.split(/[:-]/);
  if (/^[0-9a-f]{4}(\.[0-9a-f]{4})+$/i.test(text)) return [14, 19, 49].includes(text.length);
  return [6, 8, 20].includes(pairs.length) && pairs.every((pair) => /^[0-9a-f]{2}$/i.test(pair));
}

function isDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function isDateTime(text: string): boolean {
  const [date = '', time = ''] = text.toLowerCase().split('t');
  if (!isDate(date)) return false;
  const match = /^(\d{2}):(\d{2}):(\d{2})(\.\d+)?(z|[+-]\d{2}:\d{2})$/.exec(time);
  return match !== null && Number(match[1]) <= 23 && Number(match[2]) <= 59 && Number(match[3]) <= 59;
}

function isDuration(text: string): boolean {
  if (/^[+-]?(\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h)((\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h))*$/.test(text))
    return true;
  if (/^[+-]?0$/.test(text)) return true;
  const spelled =
    /^\s*\d+\s*(ns|nanos?(econds?)?|us|µs|micros?(econds?)?|ms|millis?(econds?)?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|wk|weeks?)\s*$/i;
  return spelled.test(text);
}
