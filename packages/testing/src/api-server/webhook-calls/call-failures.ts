import { goQuote } from '../schema/go-text.ts';

/** Why an exchange broke off, as Go says it. */
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

/** What the server makes of an answer that is not a success; of the body it repeats what it takes for text. */
export function unexpectedAnswer(code: number, body: string): string {
  switch (code) {
    case 401:
      return 'Unauthorized';
    case 404:
      return 'the server could not find the requested resource';
    case 405:
      return 'the server does not allow this method on the requested resource';
    case 429:
      return 'the server has received too many requests and has asked us to try again later';
    default:
      if (code < 500) return `the server rejected our request for an unknown reason`;
      return `an error on the server (${goQuote(body.trim() === '' ? 'unknown' : body.trim())}) has prevented the request from succeeding`;
  }
}
