import type { Component } from '../component.ts';
import type { CertificateContext, CertificateProvider, ServingCertificate } from './certificate-provider.ts';

/**
 * The certificate that all servers of a manager use, as its provider updates it. The provider starts when the first
 * server follows: a manager without servers needs no certificate.
 */
export class Certificates implements Component {
  readonly name = 'certificates';
  readonly stage = 'servers';
  readonly #provider: CertificateProvider;
  readonly #context: Omit<CertificateContext, 'signal' | 'use'>;
  readonly #stop = new AbortController();
  readonly #followers = new Set<(certificate: ServingCertificate) => void>();
  #current: ServingCertificate | undefined;
  #fail: ((error: unknown) => void) | undefined;
  #provided: Promise<void> | undefined;

  constructor(provider: CertificateProvider, context: Omit<CertificateContext, 'signal' | 'use'>) {
    this.#provider = provider;
    this.#context = context;
  }

  /** Undefined until the provider has supplied one. */
  get current(): ServingCertificate | undefined {
    return this.#current;
  }

  /**
   * Calls back with the current certificate, if there is one, and with each later one. Returns the function that
   * unsubscribes.
   */
  follow(callback: (certificate: ServingCertificate) => void): () => void {
    this.#followers.add(callback);
    if (this.#current !== undefined) callback(this.#current);
    this.#provide();
    return () => this.#followers.delete(callback);
  }

  /** Does not wait for a certificate: a server that needs one waits for it in its own `start`. */
  async start(fail: (error: unknown) => void): Promise<void> {
    this.#fail = fail;
    if (this.#followers.size > 0) this.#provide();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#provided;
  }

  #provide(): void {
    const { signal } = this.#stop;
    const fail = this.#fail;
    if (fail === undefined || signal.aborted) return;
    this.#provided ??= this.#provider
      .provide({ ...this.#context, signal, use: (certificate) => this.#use(certificate) })
      .catch((error: unknown) => {
        if (!signal.aborted) fail(error);
      });
  }

  #use(certificate: ServingCertificate): void {
    // Set last: if a server rejects the certificate by throwing, it does not become the current one.
    for (const follower of this.#followers) follower(certificate);
    this.#current = certificate;
  }
}
