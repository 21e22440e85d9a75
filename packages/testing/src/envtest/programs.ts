/** What a cluster without containers is made of. Each is one binary. */
export const programs = [
  'etcd',
  'kube-apiserver',
  'kube-controller-manager',
  'kube-scheduler',
  'kwok',
] as const;

export type Program = (typeof programs)[number];

/** A program as Go builds it: the folder of its module inside `packages/testing/go`, and its package. */
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

/** What kube-apiserver alone needs: enough for every test that does not watch a controller at work. */
export const apiServerPrograms: readonly Program[] = ['etcd', 'kube-apiserver'];
