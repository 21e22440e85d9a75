// SPDX-License-Identifier: Apache-2.0

import { defineKind, type KubernetesObject } from '@opgen/runtime';

/** Certificate is a kind of another operator. It is written from its CRD in config/crd/external. */
export interface Certificate extends KubernetesObject {
  apiVersion: 'pki.elsewhere.org/v1';
  kind: 'Certificate';
  spec: {
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
    issuer: {
      name: string;
      kind?:
        | 'Issuer'
        | 'ClusterIssuer'
        | 'AWSPrivateCertificateAuthorityIssuer'
        | 'GoogleCertificateAuthorityServiceIssuer';
    };
    renewBefore?: number | string;
    keystores?: {
      [name: string]: {
        create?: boolean;
        'password-ref'?: string;
      };
    };
    extra?: Record<string, unknown>;
  };
  status?: {
    revision?: number;
    conditions?: {
      type: string;
      status: 'True' | 'False' | 'Unknown';
    }[];
  };
}

export const Certificate = defineKind<Certificate>({
  apiVersion: 'pki.elsewhere.org/v1',
  kind: 'Certificate',
  plural: 'certificates',
  scope: 'Namespaced',
});
