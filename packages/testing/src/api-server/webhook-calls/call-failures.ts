import { goQuote } from '@opgen/rules/go-text';

/** Why a request failed, in the words of Go's HTTP client. */
export function failedExchange(error: NodeJS.ErrnoException & { host?: string }, address: string): string {
  const { hostname, port } = new URL(address);
  const to = `${hostname}:${port === '' ? '443' : port}`;
  switch (error.code ?? error.name) {
    case 'ABORT_ERR':
    case 'TimeoutError':
      return 'context deadline exceeded';
    case 'ECONNREFUSED':
      return `dial tcp ${to}: connect: connection refused`;
    case 'ENOTFOUND':
      return `dial tcp: lookup ${hostname}: no such host`;
    case 'ECONNRESET':
      return 'EOF';
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return 'tls: failed to verify certificate: x509: certificate signed by unknown authority';
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `tls: failed to verify certificate: x509: certificate is not valid for ${hostname}`;
    case 'CERT_HAS_EXPIRED':
      return 'tls: failed to verify certificate: x509: certificate has expired or is not yet valid';
    default:
      return error.message;
  }
}

const answers: Readonly<Record<number, string>> = {
  400: 'the server rejected our request for an unknown reason',
  401: 'the server has asked for the client to provide credentials',
  404: 'the server could not find the requested resource',
  405: 'the server does not allow this method on the requested resource',
  409: 'the server reported a conflict',
  422: 'the server rejected our request due to an error in our request',
  429: 'the server has received too many requests and has asked us to try again later',
  503: 'the server is currently unable to handle the request',
  504: 'the server was unable to return a response in the time allotted, but may still be processing the request',
};

/** The error for a response without a success status; only text bodies are quoted. */
export function unexpectedAnswer(code: number, text: string): string {
  const known = answers[code];
  if (known !== undefined) return known;
  const repeated = text === '' ? 'unknown' : text;
  if (code === 403 || code === 406 || code === 415) return repeated;
  return code >= 500
    ? `an error on the server (${goQuote(repeated)}) has prevented the request from succeeding`
    : `the server responded with the status code ${code} but did not return more information`;
}

const typeMeta = String.raw`struct { APIVersion string "json:\"apiVersion,omitempty\""; Kind string "json:\"kind,omitempty\"" }`;

/** The error for a response that is not an object. */
export function notAnObject(value: unknown): string {
  const type = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value;
  return `couldn't get version/kind; json parse error: json: cannot unmarshal ${type} into Go value of type ${typeMeta}`;
}
