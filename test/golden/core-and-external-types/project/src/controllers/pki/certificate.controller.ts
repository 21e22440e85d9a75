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

/** Reconciles Certificate objects. */
export class CertificateReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /**
   * Called after every change, and again after a failure. It must depend only on the current state, and may run any
   * number of times. An error is retried with backoff.
   */
  async reconcile(request: Request, { log }: ReconcileContext): Promise<Result> {
    const certificate = await this.#client.find(Certificate, request);
    if (certificate === undefined) return done; // Deleted.

    // TODO: act on a Certificate.

    log.info('reconciled', { resourceVersion: certificate.metadata.resourceVersion });
    return done;
  }
}

/** Registers the controller, which reconciles a Certificate whenever it changes. */
export function setupCertificateController(manager: Manager): void {
  manager.controller('certificate').for(Certificate).reconcileWith(new CertificateReconciler(manager.client));
}
