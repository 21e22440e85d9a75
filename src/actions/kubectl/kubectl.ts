import type { ActionContext } from '../action-context.ts';

export interface KubectlOptions {
  /** A context of the kubeconfig instead of the current one. */
  context?: string | undefined;
  /** The command to run instead of `kubectl`, with its own arguments, such as `minikube kubectl --`. */
  kubectl?: string | undefined;
}

export type KubectlResult =
  | { readonly ok: true; readonly stdout: string }
  /** `reason` is the last line of stderr; empty if kubectl printed nothing. */
  | { readonly ok: false; readonly stderr: string; readonly reason: string };

/** Runs kubectl, which reads the kubeconfig and authenticates as it does for the user. */
export type Kubectl = (args: readonly string[], input?: string) => Promise<KubectlResult>;

export function kubectlIn(
  cwd: string,
  { interrupted }: Pick<ActionContext, 'interrupted'>,
  { context, kubectl = 'kubectl' }: KubectlOptions,
): Kubectl {
  const [program = 'kubectl', ...first] = kubectl.trim().split(/\s+/);
  const chosen = context === undefined ? [] : [`--context=${context}`];
  return async (args, input = '') => {
    const { execa } = await import('execa');
    const { code, failed, stderr, stdout } = await execa(program, [...first, ...chosen, ...args], {
      cwd,
      input,
      maxBuffer: 1_000_000_000,
      reject: false,
      ...(interrupted !== undefined && { cancelSignal: interrupted }),
    });
    if (!failed) return { ok: true, stdout };
    const reason = code === 'ENOENT' ? `${program} is not in the PATH` : lastLine(stderr);
    return { ok: false, stderr, reason };
  };
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}
