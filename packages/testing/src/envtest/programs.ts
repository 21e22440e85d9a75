/** The programs of a control plane that runs without containers. Each is one binary. */
export const programs = [
  'etcd',
  'kube-apiserver',
  'kube-controller-manager',
  'kube-scheduler',
  'kwok',
] as const;

/** The name of such a program. */
export type Program = (typeof programs)[number];

/** What to build: a module folder inside `packages/testing/go` and a Go package. */
export interface ProgramSource {
  module: string;
  package: string;
}

export const programSources: Readonly<Record<Program, ProgramSource>> = {
  etcd: { module: '.', package: './etcd' },
  'kube-apiserver': { module: '.', package: 'k8s.io/kubernetes/cmd/kube-apiserver' },
  'kube-controller-manager': { module: '.', package: 'k8s.io/kubernetes/cmd/kube-controller-manager' },
  'kube-scheduler': { module: '.', package: 'k8s.io/kubernetes/cmd/kube-scheduler' },
  kwok: { module: 'kwok', package: 'sigs.k8s.io/kwok/cmd/kwok' },
};

/** The minimum for an API server: enough for every test that does not need a controller. */
export const apiServerPrograms: readonly Program[] = ['etcd', 'kube-apiserver'];
