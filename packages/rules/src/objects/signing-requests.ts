import { duplicates, type FieldError, invalid, oneOf, required, tooLong } from '../field-errors.ts';
import { dns1123LabelProblem, dns1123SubdomainProblem } from '../names/dns-names.ts';
import { objectIn, textIn, textsIn } from './fields.ts';
import type { Validation } from './validation.ts';

const usages = [
  'any',
  'cert sign',
  'client auth',
  'code signing',
  'content commitment',
  'crl sign',
  'data encipherment',
  'decipher only',
  'digital signature',
  'email protection',
  'encipher only',
  'ipsec end system',
  'ipsec tunnel',
  'ipsec user',
  'key agreement',
  'key encipherment',
  'microsoft sgc',
  'netscape sgc',
  'ocsp signing',
  's/mime',
  'server auth',
  'signing',
  'timestamping',
];
const shortest = 600;
const longestSigner = 571;

/** An update cannot change the spec. */
export const validateSigningRequest: Validation = (request, old) => {
  if (old !== undefined) return [];
  const spec = objectIn(request, 'spec');
  const given = textsIn(spec['usages']);
  const seconds = spec['expirationSeconds'];
  return [
    ...validatePem(spec['request']),
    ...(given.length === 0 ? [required('spec.usages')] : []),
    ...given.flatMap((usage, i) => oneOf(usage, usages, `spec.usages[${i}]`)),
    ...duplicates(given.map((usage, i) => [`spec.usages[${i}]`, usage])),
    ...(textIn(spec, 'signerName') === 'kubernetes.io/legacy-unknown'
      ? [
          invalid(
            'spec.signerName',
            textIn(spec, 'signerName'),
            'the legacy signerName is not allowed via this API version',
          ),
        ]
      : validateSigner(textIn(spec, 'signerName'), 'spec.signerName')),
    ...(Number(seconds) < shortest
      ? [
          invalid(
            'spec.expirationSeconds',
            seconds,
            'may not specify a duration less than 600 seconds (10 minutes)',
          ),
        ]
      : []),
  ];
};

function validatePem(request: unknown): FieldError[] {
  const text = typeof request === 'string' ? Buffer.from(request, 'base64').toString('latin1') : '';
  if (/^-----BEGIN CERTIFICATE REQUEST-----$/m.test(text)) return [];
  return [invalid('spec.request', request ?? null, 'PEM block type must be CERTIFICATE REQUEST')];
}

/** A signer is called as `example.com/path`, with at least two labels in its domain. */
function validateSigner(name: string, path: string): FieldError[] {
  if (name === '') return [required(path)];
  const slash = name.indexOf('/');
  const rule = "must be a fully qualified domain and path of the form 'example.com/signer-name'";
  if (slash === -1 || name.includes('/', slash + 1)) return [invalid(path, name, rule)];
  const [domain, rest] = [name.slice(0, slash), name.slice(slash + 1)];
  const labels = domain.split('.').flatMap((label) => problemsOf(label, dns1123LabelProblem));
  return [
    ...labels.map((problem) => invalid(path, domain, problem)),
    ...(domain.includes('.')
      ? []
      : [invalid(path, domain, 'should be a domain with at least two segments separated by dots')]),
    ...problemsOf(rest, dns1123SubdomainProblem).map((problem) => invalid(path, rest, problem)),
    ...(name.length > longestSigner ? [tooLong(path, longestSigner)] : []),
  ];
}

function problemsOf(label: string, problemOf: (text: string) => string | undefined): string[] {
  const problem = problemOf(label);
  return problem === undefined ? [] : [`validating label "${label}": ${problem}`];
}
