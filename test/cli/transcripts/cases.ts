/** What is typed where, and what to call it. Each becomes a file beside this one. */
export interface Case {
  /** The folder it is typed in: a golden project, or empty. */
  in?: string;
  /** Files that are there too. */
  files?: Readonly<Record<string, string>>;
  /** In a file, this is replaced by that. */
  changed?: Readonly<Record<string, readonly [string, string]>>;
  /** As it is typed after `opgen`. */
  line: string;
}

const memcached = '--group cache --version v1alpha1 --kind Memcached';
const kubebuilder =
  'domain: example.com\nlayout:\n- go.kubebuilder.io/v4\nprojectName: orchard\nversion: "3"\n';
const init = 'init --domain example.com --project-name orchard --no-install --no-git';

export const cases: Readonly<Record<string, Readonly<Record<string, Case>>>> = {
  init: {
    success: { line: init },
    'nothing given': { line: 'init' },
    'a wrong domain': { line: 'init --domain Example.com. --no-install --no-git' },
    'a wrong project name': { line: 'init --domain example.com --project-name Orchard_1' },
    'a file in the way': { line: init, files: { Makefile: 'all:\n\techo mine\n' } },
    'another domain': { in: 'single-api', line: 'init --domain example.org --no-install --no-git' },
    'an option of kubebuilder': { line: 'init --domain example.com --repo github.com/pomona/orchard' },
    'an unknown license': { line: 'init --domain example.com --license gpl' },
    'a copyright without an owner': { line: 'init --domain example.com --license copyright' },
    'a license file that is not there': { line: 'init --domain example.com --license-file header.txt' },
    'a misspelt option': { line: 'init --domian example.com' },
  },
  'create api': {
    success: { in: 'single-api', line: 'create api --group fruit --version v1 --kind Tree' },
    again: { in: 'single-api', line: `create api ${memcached}` },
    'nothing given': { in: 'single-api', line: 'create api --group fruit' },
    'no project': { line: 'create api --group fruit --version v1 --kind Tree' },
    'a project of kubebuilder': { files: { PROJECT: kubebuilder }, line: `create api ${memcached}` },
    'all names wrong': { in: 'single-api', line: 'create api --group Fruit! --version 1 --kind tree-1' },
    'a plural that is taken': {
      in: 'single-api',
      line: 'create api --group cache --version v1 --kind Cache --plural memcacheds',
    },
    'a command without an image': {
      in: 'single-api',
      line: 'create api --group fruit --version v1 --kind Tree --container-port 80',
    },
    'a wrong image': { in: 'single-api', line: 'create api --version v1 --kind Tree --image Tree:latest:1' },
    'a kind that Kubernetes has not': {
      in: 'single-api',
      line: 'create api --group apps --version v1 --kind Deploymnt --no-resource',
    },
    'a CRD that is not there': {
      in: 'single-api',
      line: 'create api --external-api-crd trees.yaml --version v1',
    },
    'a marker that is gone': {
      in: 'single-api',
      changed: { 'src/main.ts': ['// +scaffold:setup\n', ''] },
      line: 'create api --group fruit --version v1 --kind Tree',
    },
    'a file in the way': {
      in: 'single-api',
      files: { 'src/api/fruit/v1/tree.ts': 'export {};\n' },
      line: 'create api --group fruit --version v1 --kind Tree',
    },
    'a further version': {
      in: 'single-api',
      line: 'create api --group cache --version v1 --kind Memcached',
    },
    'a version that cannot be copied': {
      in: 'single-api',
      changed: { 'src/api/cache/v1alpha1/memcached.ts': ['replicas: Int32;', 'replicas: = Int32;'] },
      line: 'create api --group cache --version v1 --kind Memcached',
    },
    'a controller that is taken': {
      in: 'single-api',
      line: 'create api --group fruit --version v1 --kind Tree --controller-name memcached',
    },
  },
  'create webhook': {
    success: { in: 'single-api', line: `create webhook ${memcached} --defaulting --validation` },
    again: { in: 'webhooks', line: 'create webhook --version v1 --kind Memcached --defaulting' },
    'no type': { in: 'single-api', line: `create webhook ${memcached}` },
    'an unknown kind': { in: 'single-api', line: 'create webhook --version v1 --kind Memcachd --defaulting' },
    'a conversion without spokes': {
      in: 'two-versions',
      line: 'create webhook --version v1 --kind Tree --conversion',
    },
    'a spoke that is not there': {
      in: 'two-versions',
      line: 'create webhook --version v1 --kind Tree --conversion --spoke v7',
    },
    'a wrong path': {
      in: 'single-api',
      line: `create webhook ${memcached} --defaulting --defaulting-path mutate`,
    },
    'a path without its type': {
      in: 'single-api',
      line: `create webhook ${memcached} --defaulting --validation-path /check`,
    },
  },
  'delete api': {
    success: { in: 'single-api', line: `delete api ${memcached}` },
    'nothing given': { in: 'single-api', line: 'delete api' },
    'an unknown kind': { in: 'single-api', line: 'delete api --group cache --version v1 --kind Memcached' },
    'the stored version': {
      in: 'two-versions',
      line: 'delete api --group fruit --version v1alpha1 --kind Tree',
    },
    'a version that is converted to': {
      in: 'conversion',
      line: 'delete api --group cache --version v1beta1 --kind Memcached',
    },
    'a changed file': {
      in: 'single-api',
      files: { 'src/controllers/cache/memcached.controller.ts': 'export {};\n' },
      line: `delete api ${memcached}`,
    },
    'an unknown controller': { in: 'single-api', line: `delete api ${memcached} --controller-name backup` },
  },
  'delete webhook': {
    success: { in: 'webhooks', line: 'delete webhook --version v1 --kind Memcached --validation' },
    'no such webhook': { in: 'webhooks', line: 'delete webhook --version v1 --kind Memcached --conversion' },
    'an unknown kind': { in: 'webhooks', line: 'delete webhook --version v1 --kind Memcachd' },
  },
  edit: {
    success: { in: 'single-api', line: 'edit --namespaced --dry-run' },
    'nothing given': { in: 'single-api', line: 'edit' },
    again: { in: 'single-api', line: 'edit --no-namespaced' },
    'a copyright without an owner': { in: 'single-api', line: 'edit --license copyright' },
    'a changed line': {
      in: 'single-api',
      changed: { 'src/main.ts': ['shutdownSignal }', 'shutdownSignal, watchNamespaces }'] },
      line: 'edit --namespaced --dry-run',
    },
  },
  manifests: {
    success: {
      in: 'single-api',
      files: { 'config/rbac/role.yaml': '# Generated by opgen. Out of date.\n' },
      line: 'manifests',
    },
    'nothing to do': { in: 'single-api', line: 'manifests' },
    'out of date': {
      in: 'single-api',
      changed: { 'config/rbac/role.yaml': ['name: manager-role', 'name: my-role'] },
      line: 'manifests --check',
    },
    'a wrong type': {
      in: 'single-api',
      changed: { 'src/api/cache/v1alpha1/memcached.ts': ['replicas: Int32;', 'replicas: any;'] },
      line: 'manifests',
    },
    'a file of the user in the way': {
      in: 'single-api',
      files: { 'config/rbac/role.yaml': 'kind: ClusterRole\n' },
      line: 'manifests',
    },
    'no project': { line: 'manifests' },
    'an unknown part': { in: 'single-api', line: 'manifests --only roles' },
  },
  explain: {
    success: { line: 'explain OPG3004' },
    'an unknown code': { line: 'explain OPG9999' },
    'a kind': { in: 'single-api', line: 'explain memcached' },
  },
  validate: {
    success: { in: 'single-api', line: 'validate config/samples' },
    'an invalid object': {
      in: 'single-api',
      changed: {
        'config/samples/cache_v1alpha1_memcached.yaml': ['replicas: 1', 'replicas: many\n  replicsa: 1'],
      },
      line: 'validate config/samples',
    },
    'a file that is not there': { in: 'single-api', line: 'validate missing.yaml' },
  },
  cluster: {
    'manifests that are not there': { line: 'cluster --no-workloads -f missing.yaml' },
    'an object that the server rejects': {
      line: 'cluster --no-workloads -f nowhere.yaml',
      files: { 'nowhere.yaml': 'apiVersion: v1\nkind: Nonsense\nmetadata: { name: a }\n' },
    },
    'a wrong port': { line: 'cluster --port 70000' },
    'an unknown version': { line: 'cluster --version 1.20' },
  },
  markers: {
    success: { line: 'markers validation:Minimum' },
    'an unknown marker': { line: 'markers validation:Minimun' },
  },
  'crd import': {
    success: {
      in: 'single-api',
      line: 'crd import config/crd/bases/cache.example.com_memcacheds.yaml --out src/imported --dry-run',
    },
    'a file that is not there': { in: 'single-api', line: 'crd import trees.yaml' },
    'nothing given': { in: 'single-api', line: 'crd import' },
  },
  'crd diff': {
    success: { in: 'single-api', line: 'crd diff config/crd/bases/cache.example.com_memcacheds.yaml' },
    'nothing given': { in: 'single-api', line: 'crd diff' },
  },
  'crd explain': {
    success: { in: 'single-api', line: 'crd explain memcached' },
    'an unknown field': { in: 'single-api', line: 'crd explain memcached.spec.size' },
    'nothing given': { in: 'single-api', line: 'crd explain' },
  },
  'crd schema': {
    success: { in: 'single-api', line: 'crd schema' },
    'a folder outside the project': { in: 'single-api', line: 'crd schema --out ../schemas' },
    'an unknown kind': { in: 'single-api', line: 'crd schema --kind Memcache' },
  },
  version: {
    success: { line: 'version' },
    'too much given': { line: 'version 2' },
  },
  completion: {
    success: { line: 'completion fish' },
    'nothing given': { line: 'completion' },
    'an unknown shell': { line: 'completion tcsh' },
  },
  help: {
    success: { line: 'help' },
    'of a command': { line: 'help create webhook' },
    'an unknown command': { line: 'creat api' },
    'half a command': { line: 'create' },
  },
};
