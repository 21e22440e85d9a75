// SPDX-License-Identifier: Apache-2.0

import {
  type Client,
  done,
  type Manager,
  type ReconcileContext,
  type Reconciler,
  type Request,
  type Result,
} from '@opgen/runtime';
import { Certificate } from '../../external/pki/v1/certificate.ts';

// +rbac:groups=pki.elsewhere.org,resources=certificates,verbs=get;list;watch

/** Acts on each Certificate. */
export class CertificateReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /**
   * Called after any change, and again after a failure: it looks only at the current state and may run any
   * number of times. Throwing retries with backoff.
   */
  async reconcile(request: Request, { log }: ReconcileContext): Promise<Result> {
    const certificate = await this.#client.find(Certificate, request);
    if (certificate === undefined) return done; // It is gone.

    // Here: what is to be done for a Certificate.

    log.info('reconciled', { resourceVersion: certificate.metadata.resourceVersion });
    return done;
  }
}

/** Reconciles a Certificate whenever it changes. */
export function setupCertificateController(manager: Manager): void {
  manager.controller('certificate').for(Certificate).reconcileWith(new CertificateReconciler(manager.client));
}
