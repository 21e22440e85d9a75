/** The rules for values that are both flags of a command and keys of PROJECT. */
import { hasFormOfDns1123Subdomain, longestLabel, longestSubdomain } from '@opgen/rules/names';
import { dns1035Label, dns1123Label, dns1123Subdomain, type NameRule } from './dns.ts';

/** The longest suffix of a Service that the project name prefixes: the name of a Service is a DNS label. */
const longestSuffix = '-webhook-service';

/** The longest project name, so that the names of all objects of the operator are valid. */
export const longestProjectName = longestLabel - longestSuffix.length;

export const projectName: NameRule = (name) =>
  name.length > longestProjectName && name.length <= longestLabel
    ? `it has ${name.length} characters, but the Service <name>${longestSuffix} allows at most ${longestProjectName}`
    : dns1123Label(name);

/** Whether the API server accepts CRDs of this group, or of groups in this domain, only with an approved API review. */
export function isReserved(group: string): boolean {
  return /(^|\.)(k8s|kubernetes)\.io$/.test(group);
}

export const domain: NameRule = (name) =>
  dns1123Subdomain(name) ?? (isReserved(name) ? 'it is reserved for Kubernetes' : undefined);

/** A kind becomes part of file paths and identifiers, and its list is another kind. */
export const kind: NameRule = (name) => {
  if (!/^[A-Z][A-Za-z0-9]*$/.test(name)) return 'use letters and digits in PascalCase';
  const most = longestLabel - 'List'.length;
  return name.length > most
    ? `it has ${name.length} characters, but the API server allows at most ${longestLabel} for <kind>List`
    : dns1035Label(name.toLowerCase());
};

/** The name of a CRD is `<plural>.<group>`. */
export function definitionName(plural: string, group: string): string | undefined {
  const name = `${plural}.${group}`;
  return name.length > longestSubdomain
    ? `the name of its CRD, <plural>.<group>, has ${name.length} characters, but the API server allows at most ${longestSubdomain}`
    : undefined;
}

/** The path of a webhook, by the rule of the API server. */
export const webhookPath: NameRule = (path) => {
  const segments = path.startsWith('/') ? path.slice(1).split('/') : [''];
  return segments.every((segment) => hasFormOfDns1123Subdomain(segment) && segment.length <= longestSubdomain)
    ? undefined
    : 'begin it with /, and use lower-case letters, digits, - and . between slashes, with a letter or digit at the beginning and end of each part';
};

/** `host[:port]/path[:tag][@digest]`, as container runtimes parse it. */
const reference =
  /^(?:[a-zA-Z0-9.-]+(?::\d+)?\/)?[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*)*(?::\w[\w.-]{0,127})?(?:@[A-Za-z][A-Za-z0-9]*:[0-9a-fA-F]{32,})?$/;

export const imageReference: NameRule = (image) =>
  reference.test(image) && image.length <= 255 ? undefined : 'use a reference such as memcached:1.6';

export const port: NameRule = (text) => (isNumber(text, 65_535) ? undefined : 'use a number from 1 to 65535');

export const userId: NameRule = (text) =>
  isNumber(text, 2 ** 31 - 1) ? undefined : 'use a numeric user ID, such as 1001';

/** A word of the command of a container. */
export const commandWord: NameRule = (word) =>
  /\p{Cc}/u.test(word) ? 'it contains a control character' : undefined;

/** An npm package name, at most 214 characters long, optionally followed by a path inside the package. */
const packagePath =
  /^(?=.{1,214}(\/|$))(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*(\/[A-Za-z0-9_][A-Za-z0-9._-]*)*$/;

export const moduleName: NameRule = (name) =>
  packagePath.test(name) ? undefined : 'use a name such as @example/kinds';

/** Where the type of a kind is: a TypeScript file of the project, or an npm module. */
export const typePath: NameRule = (path) => {
  const isInside = path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
  const isFile = isInside && /^[^\p{C}\\:'"`]+\.[cm]?ts$/u.test(path);
  return isFile || moduleName(path) === undefined
    ? undefined
    : 'use a TypeScript file of the project, such as src/api/cache/v1/memcached.ts, or an npm module';
};

function isNumber(text: string, most: number): boolean {
  return /^[1-9]\d*$/.test(text) && Number(text) <= most;
}
