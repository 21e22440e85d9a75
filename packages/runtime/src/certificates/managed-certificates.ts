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

/** Whose certificates they are, and where they are kept. */
export interface ManagedCertificatesOptions {
  /** The operator's name: what its objects in the cluster begin with, without the dash. */
  name: string;
  /** Where the Secret and the Services are. Default: the namespace of the Pod, in POD_NAMESPACE. */
  namespace?: string | undefined;
}

/** While all is well, what others change in the cluster is found this late. */
export const checkInterval = 30_000;
const firstRetry = 1_000;

/**
 * Certificates of the operator's own authority, kept in the Secret `<name>-certificates`, so that all replicas
 * serve the same and the API server trusts it: the authority is written into the webhook configurations
 * `<name>-mutating-webhook-configuration` and `<name>-validating-webhook-configuration` and into the
 * definitions of kinds with conversions. All of it is renewed in time. Outside of a cluster, where no
 * POD_NAMESPACE is set, the same as `selfSignedCertificates`.
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
    // Replicas look at different times, so that one of them is early.
    await pause(clock, isHealthy ? checkInterval * (0.75 + random() / 2) : retry, signal);
    retry = isHealthy ? firstRetry : Math.min(retry * 2, checkInterval);
  }
}

/** Looks after everything once; resolves with whether all is well. */
function roundOf({ name, namespace }: Identity, context: CertificateContext): () => Promise<boolean> {
  const { client, clock, log, signal, use, webhooks } = context;
  const problems = new ProblemLog(log);
  const key = { name: `${name}-certificates`, namespace };
  const names = [...serviceNames(name, namespace), ...localNames];
  let shown = '';

  /** Whether it worked. What did not is said, and tried again. */
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
      caBundleTargets(name, webhooks()).map((object) =>
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

/** The advice of a `ForbiddenError` is for reconcilers; these rights come with the project's own roles. */
function problemOf(error: unknown, role: string): string {
  if (error instanceof ForbiddenError) return `${error.status.message}: the role ${role} would allow it`;
  return error instanceof Error ? error.message : String(error);
}
