// SPDX-License-Identifier: Apache-2.0

import { defineKind, type Integer, type IntOrString, type KubernetesObject } from '@opgen/runtime';

export interface CertificateSpec {
  secretName: string;
  dnsNames?: string[];
  usages?: (
    | 'signing'
    | 'digital signature'
    | 'content commitment'
    | 'key encipherment'
    | 'server auth'
    | 'client auth'
    | 'code signing'
  )[];
  issuer: Issuer;
  renewBefore?: IntOrString;
  keystores?: Record<string, Keystore>;
  extra?: Record<string, unknown>;
}

export interface Issuer {
  name: string;
  kind?:
    | 'Issuer'
    | 'ClusterIssuer'
    | 'AWSPrivateCertificateAuthorityIssuer'
    | 'GoogleCertificateAuthorityServiceIssuer';
}

export interface Keystore {
  create?: boolean;
  'password-ref'?: string;
}

export interface CertificateStatus {
  revision?: Integer;
  conditions?: CertificateCondition[];
}

export interface CertificateCondition {
  type: string;
  status: 'True' | 'False' | 'Unknown';
}

/** Certificate is a kind of another operator. opgen generated it from the CRD in config/crd/external. */
export interface Certificate extends KubernetesObject {
  apiVersion: 'pki.elsewhere.org/v1';
  kind: 'Certificate';
  spec: CertificateSpec;
  status?: CertificateStatus;
}

export const Certificate = defineKind<Certificate>({
  apiVersion: 'pki.elsewhere.org/v1',
  kind: 'Certificate',
  plural: 'certificates',
  scope: 'Namespaced',
});
