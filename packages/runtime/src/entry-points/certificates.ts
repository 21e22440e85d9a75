// Certificates: certificate authorities, and the interface of a certificate provider.
export {
  issueServerCertificate,
  type KeyPair,
  newAuthority,
  type ServerCertificateOptions,
  type Validity,
} from '../certificates/authority.ts';
export type {
  CertificateContext,
  CertificateProvider,
  ServedWebhooks,
  ServingCertificate,
} from '../certificates/certificate-provider.ts';
