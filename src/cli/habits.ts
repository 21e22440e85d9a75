/** Options that users of kubebuilder and operator-sdk type by habit, and the one line that helps. */
export const habits: Readonly<Record<string, string>> = {
  '--repo': 'an npm package has a name instead of a module path: --package-name',
  '--plugins': 'opgen has one layout and no plugins; leave it out',
  '--plural-name': 'the option is --plural',
  '--project-version': 'there is only version 3; leave it out',
  '--fetch-deps': 'the dependencies are installed unless --no-install is there',
  '--skip-go-version-check': 'there is no Go here; leave it out',
  '--multigroup': 'every project may have several groups; leave it out',
  '--component-config': 'the flags of the operator are in src/main.ts; leave it out',
  '--config': 'the PROJECT file is found from the folder that you are in; leave it out',
  '--make': 'run opgen manifests afterwards; leave it out',
  '--ssa': 'client.apply(Kind, …) is server-side apply, with no code generated; leave it out',
  '--crd-version': 'CRDs are always apiextensions.k8s.io/v1; leave it out',
  '--webhook-version': 'webhooks are always admissionregistration.k8s.io/v1; leave it out',
  '--pattern': 'there are no patterns; opgen create api --image makes a working operator around an image',
  '--image-container-command': 'the option is --command',
  '--image-container-port': 'the option is --container-port',
  '--external-api-path':
    'an npm module takes its place: --external-api-module; or a file: --external-api-crd',
  '--manifests': 'run opgen manifests afterwards; leave it out',
  '--helm-chart':
    'opgen writes operators in TypeScript, not around a chart; opgen create api --image is the nearest',
  '--helm-chart-repo': 'opgen writes operators in TypeScript, not around a chart; leave it out',
  '--helm-chart-version': 'opgen writes operators in TypeScript, not around a chart; leave it out',
  '--generate-role': 'opgen writes operators in TypeScript, not in Ansible; leave it out',
  '--generate-playbook': 'opgen writes operators in TypeScript, not in Ansible; leave it out',
};

/** Commands of theirs, likewise. */
export const commandHabits: Readonly<Record<string, string>> = {
  generate:
    'CRDs, roles and webhook configurations: opgen manifests; one file to install it all: make build-installer',
  alpha: 'opgen edit changes what holds for the whole project, and keeps what you wrote',
  run: 'the operator on this machine: make run; in the cluster: make deploy IMG=<image>',
  cleanup: 'the operator out of the cluster: make undeploy',
  bundle: 'opgen makes no bundles for OLM; one file to install it all: make build-installer',
  olm: 'opgen makes no bundles for OLM; the operator into the cluster: make deploy IMG=<image>',
  scorecard: 'tests on the cluster of your context: make test-e2e',
  build: 'the image: make docker-build IMG=<image>',
  test: 'npm test',
  install: 'the CRDs into the cluster: make install',
  deploy: 'the operator into the cluster: make deploy IMG=<image>',
};
