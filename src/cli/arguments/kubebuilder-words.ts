/** Options of kubebuilder and operator-sdk that opgen lacks, and what to use instead. */
const foreignOptions: Readonly<Record<string, string>> = {
  '-v': 'for the version of opgen use --version, and for details --verbose',
  '--repo': 'an npm package has a name instead of a module path: use --package-name',
  '--plural-name': 'use --plural',
  '--project-version': 'version 3 is the only one; remove the flag',
  '--fetch-deps': 'opgen installs dependencies unless you pass --no-install',
  '--skip-go-version-check': 'opgen does not use Go; remove the flag',
  '--multigroup': 'every project can have several groups; remove the flag',
  '--component-config': 'the flags of the operator are in src/main.ts; remove the flag',
  '--config': 'opgen finds PROJECT from the current folder; remove the flag',
  '--cluster-scoped': 'use --no-namespaced',
  '--make': 'run opgen manifests afterwards; remove the flag',
  '--ssa': 'client.apply(Kind, …) is server-side apply, without generated code; remove the flag',
  '--crd-version': 'CRDs are always apiextensions.k8s.io/v1; remove the flag',
  '--webhook-version': 'webhooks are always admissionregistration.k8s.io/v1; remove the flag',
  '--pattern': 'for a working operator around an image, use opgen create api --image',
  '--image-container-command': 'use --command',
  '--image-container-port': 'use --container-port',
  '--manifests': 'run opgen manifests afterwards; remove the flag',
  '--helm-chart': 'opgen does not wrap Helm charts; opgen create api --image wraps an image',
  '--helm-chart-repo': 'opgen does not wrap Helm charts; remove the flag',
  '--helm-chart-version': 'opgen does not wrap Helm charts; remove the flag',
  '--generate-role': 'opgen has no Ansible operators; remove the flag',
  '--generate-playbook': 'opgen has no Ansible operators; remove the flag',
};

/** Plugins of kubebuilder and operator-sdk, and what to use instead. */
const foreignPlugins: readonly [RegExp, string][] = [
  [
    /^helm/,
    'opgen creates no Helm charts: make build-installer writes one file to install. To run an image for each object of a kind, as an operator of a Helm chart does, use opgen create api --image',
  ],
  [/^ansible/, 'opgen has no Ansible operators: port the playbook to the reconcile method of a controller'],
  [/^deploy-image/, 'use opgen create api --image'],
];

/** What to use instead of an option that opgen lacks; `value` is that of `--plugins`. */
export function insteadOfOption(option: string, value = ''): string | undefined {
  if (option !== '--plugins') return foreignOptions[option];
  const known = foreignPlugins.find(([name]) => name.test(value));
  return known?.[1] ?? 'opgen has one layout and no plugins; remove the flag';
}

/** Commands of kubebuilder, operator-sdk, npm and make that opgen lacks, and what to run instead. */
export const foreignCommands: Readonly<Record<string, string>> = {
  import: 'run opgen crd import <file>',
  generate:
    'for CRDs, roles and webhook configurations, run opgen manifests; for one file to install, make build-installer',
  alpha: 'opgen edit changes the settings of a project and keeps your changes',
  run: 'on this machine, run make run; in the cluster, make deploy IMG=<image>',
  cleanup: 'run make undeploy',
  bundle: 'opgen creates no OLM bundles; for one file to install, run make build-installer',
  olm: 'opgen creates no OLM bundles; to deploy the operator, run make deploy IMG=<image>',
  scorecard: 'to test in the cluster of your context, run make test-e2e',
  build: 'run make docker-build IMG=<image>',
  test: 'run npm test',
  install: 'run make install',
  deploy: 'run make deploy IMG=<image>',
  uninstall: 'run make uninstall',
  start: 'run make run',
  dev: 'run make run',
  add: 'run opgen create api or opgen create webhook',
  new: 'run opgen init for a project, or opgen create api for a kind',
  scaffold: 'run opgen create api or opgen create webhook',
  remove: 'run opgen delete api or opgen delete webhook',
  rename:
    'create the kind under its new name with opgen create api, move your code, and delete the old one with opgen delete api',
  update: 'update the versions of opgen and @opgen/* in package.json; to change settings, run opgen edit',
  upgrade: 'update the versions of opgen and @opgen/* in package.json; to change settings, run opgen edit',
  describe: 'for kinds and fields, run opgen crd explain; for error codes, opgen explain',
  get: 'to list what the project has, read PROJECT; for kinds and fields, run opgen crd explain',
  list: 'to list what the project has, read PROJECT; for kinds and fields, run opgen crd explain',
  diff: 'to compare CRDs, run opgen crd diff; to preview a command, add --diff',
  validate: 'run opgen manifests --check',
  check: 'run opgen manifests --check',
  lint: 'run npm run lint',
  'create controller': 'run opgen create api --no-resource',
  'create crd': 'run opgen create api --no-controller',
  'create resource': 'run opgen create api --no-controller',
  'create kind': 'run opgen create api',
  'create version': 'run opgen create api with the new --version',
  'create conversion': 'run opgen create webhook --conversion --spoke <version>',
  'create project': 'run opgen init',
  'create operator': 'run opgen init',
};
