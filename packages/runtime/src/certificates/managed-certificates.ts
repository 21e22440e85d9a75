import { withSignal } from '../client/ambient-signal.ts';
import { ForbiddenError } from '../client/errors.ts';
import { pause } from '../clock.ts';
import { ensureCertificateSecret } from './ensure-certificate-secret.ts';
import type { CertificateContext, CertificateProvider } from './certificate-provider.ts';
import { caBundle } from './certificate-state.ts';
import { ProblemLog } from './problem-log.ts';
import { selfSignedCertificates } from './self-signed.ts';
import { localNames } from './subject-alt-name.ts';
import { caBundleTargets } from './ca-bundle-target.ts';

/** Options of `managedCertificates`: the operator's name and namespace. */
export interface ManagedCertificatesOptions {
  /** The operator's name: the prefix of its objects in the cluster, without the dash. */
  name: string;
  /** The namespace of the Secret and the Services. Default: the Pod's namespace, from POD_NAMESPACE. */
  namespace?: string | undefined;
}

/** How often the Secret and the CA bundles are checked for changes made by others. */
export const checkInterval = 30_000;
const firstRetry = 1_000;

/**
 * Serves certificates that the operator's own CA signs. The Secret `<name>-certificates` stores the CA, so all
 * replicas serve the same certificate. The CA bundle is written into the webhook configurations
 * `<name>-mutating-webhook-configuration` and `<name>-validating-webhook-configuration` and into the CRDs with
 * conversions. A CRD whose conversion webhook is not the Service `<name>-webhook-service` is logged. The CA and the certificates are renewed before they expire. Outside a cluster, where POD_NAMESPACE is
 * not set, this is the same as `selfSignedCertificates`.
 */
export function managedCertificates(options: ManagedCertificatesOptions): CertificateProvider {
  const { name, namespace = process.env['POD_NAMESPACE'] } = options;
  if (namespace === undefined || namespace === '') return selfSignedCertificates();
  return { provide: (context) => manage({ name, namespace }, context) };
}

interface Identity {
  name: string;
  namespace: string;
}

async function manage(identity: Identity, context: CertificateContext): Promise<void> {
  const { clock, random, signal } = context;
  const round = roundOf(identity, context);
  let retry = firstRetry;
  while (!signal.aborted) {
    const isHealthy = await withSignal(signal, round);
    // Jitter, so that replicas rarely write at the same time.
    await pause(clock, isHealthy ? checkInterval * (0.75 + random() / 2) : retry, signal);
    retry = isHealthy ? firstRetry : Math.min(retry * 2, checkInterval);
  }
}

/** One round checks the Secret and all CA bundles; it resolves to whether everything succeeded. */
function roundOf({ name, namespace }: Identity, context: CertificateContext): () => Promise<boolean> {
  const { client, clock, log, signal, use, webhooks } = context;
  const problems = new ProblemLog(log);
  const key = { name: `${name}-certificates`, namespace };
  const names = [...serviceNames(name, namespace), ...localNames];
  let shown = '';

  /** Resolves to whether the work succeeded. Failures are logged; the next round retries. */
  const attempt = async (about: string, role: string, work: () => Promise<void>): Promise<boolean> => {
    try {
      await work();
      problems.resolve(about);
      return true;
    } catch (error) {
      if (!signal.aborted) problems.report(about, problemOf(error, role));
      return false;
    }
  };

  return async () => {
    let bundle = '';
    const agreed = await attempt(`Secret ${namespace}/${key.name}`, `${name}-certificates-role`, async () => {
      const state = await ensureCertificateSecret({
        client,
        log,
        key,
        expected: { now: clock.now(), name, names },
      });
      bundle = caBundle(state);
      if (shown === bundle + state.server.certificate) return;
      shown = bundle + state.server.certificate;
      use({ ...state.server, ca: bundle });
    });
    if (!agreed) return false;
    const done = await Promise.all(
      caBundleTargets({ name, namespace }, webhooks()).map((object) =>
        attempt(`${object.kind} ${object.name}`, `${name}-webhook-role`, () =>
          object.injectCaBundle(client, bundle),
        ),
      ),
    );
    return done.every((each) => each);
  };
}

function serviceNames(name: string, namespace: string): string[] {
  return [`${name}-webhook-service`, `${name}-metrics-service`].flatMap((service) => [
    `${service}.${namespace}.svc`,
    `${service}.${namespace}.svc.cluster.local`,
  ]);
}

/** Omits the marker that a `ForbiddenError` suggests: these permissions come with the project's own roles. */
function problemOf(error: unknown, role: string): string {
  if (error instanceof ForbiddenError)
    return `${error.status.message}: bind the role ${role} to the service account`;
  return error instanceof Error ? error.message : String(error);
}
