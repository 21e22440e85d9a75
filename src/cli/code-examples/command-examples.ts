import type { CodeExample } from './code-example.ts';

/** One example for each code of projects, names, files and the command line: what was done, and what to do. */
export const commandExamples: Readonly<Record<string, CodeExample>> = {
  OPG2209: {
    wrong: '// +rbac:groups=core,resources=secrets,verbs=get,namespace=vault',
    right: '// +rbac:groups=core,resources=secrets,verbs=get,namespace=vault,fileName=vault_role.yaml',
  },
  OPG2501: {
    wrong: 'opgen import crd deployment.yaml',
    right: 'kubectl get crd memcacheds.cache.example.com -o yaml | opgen import crd -',
  },
  OPG2502: {
    wrong: 'opgen import crd memcacheds.yaml, with additionalProperties: true',
    right: 'opgen import crd memcacheds.yaml, with x-kubernetes-preserve-unknown-fields: true',
  },
  OPG2602: {
    wrong: "opgen crd diff main --allow '.spec.siez'",
    right: "opgen crd diff main --allow '.spec.size'",
  },
  OPG2603: {
    wrong: 'opgen manifests --kubernetes-docs',
    right: 'npm install --save-dev @kubernetes/client-node && opgen manifests --kubernetes-docs',
  },
  OPG3001: { wrong: 'cd / && opgen manifests', right: 'cd my-operator && opgen manifests' },
  OPG3002: { wrong: 'PROJECT: projectName: [my, operator]', right: 'PROJECT: projectName: my-operator' },
  OPG3003: {
    wrong: 'PROJECT: layout: [go.kubebuilder.io/v4]',
    right: 'opgen init my-operator --domain example.com',
  },
  OPG3004: {
    wrong: 'opgen create api --group Fruit_Trees --version v1 --kind Tree',
    right: 'opgen create api --group fruit-trees --version v1 --kind Tree',
  },
  OPG3005: {
    wrong: 'opgen create api --group fruit --version 1 --kind Tree',
    right: 'opgen create api --group fruit --version v1 --kind Tree',
  },
  OPG3006: {
    wrong: 'opgen create api --group fruit --version v1 --kind apple-tree',
    right: 'opgen create api --group fruit --version v1 --kind AppleTree',
  },
  OPG3007: {
    wrong: 'opgen create api --group fruit --version v1 --kind Tree --plural Trees',
    right: 'opgen create api --group fruit --version v1 --kind Tree --plural trees',
  },
  OPG3008: {
    wrong: 'opgen init --domain example.com --project-name My_Operator',
    right: 'opgen init --domain example.com --project-name my-operator',
  },
  OPG3009: {
    wrong: 'opgen create api --group fruit --version v2 --kind Tree --cluster-scoped',
    right: 'opgen create api --group fruit --version v2 --kind Tree',
  },
  OPG3010: {
    wrong: 'opgen init --domain k8s.io',
    right: 'opgen init --domain example.com',
  },
  OPG3011: {
    wrong: 'opgen create api --group fruit --version v1 --kind Treee --no-resource',
    right: 'opgen create api --group fruit --version v1 --kind Tree --no-resource',
  },
  OPG3012: {
    wrong: 'opgen init --domain example.org, in a project of example.com',
    right: 'opgen init another-folder --domain example.org',
  },
  OPG3013: {
    wrong: 'opgen create api --group fruit --version v1 --kind Tree --no-resource --controller-name Pruner',
    right: 'opgen create api --group fruit --version v1 --kind Tree --no-resource --controller-name pruner',
  },
  OPG3014: {
    wrong: 'opgen delete api --group fruit --version v1 --kind Tree, with a v2 left',
    right: 'opgen delete api --group fruit --version v1,v2 --kind Tree',
  },
  OPG3015: {
    wrong: 'opgen create api --group cache --version v1 --kind Memcached --image Memcached:1.6',
    right: 'opgen create api --group cache --version v1 --kind Memcached --image memcached:1.6',
  },
  OPG3016: {
    wrong: 'opgen delete api --group fruit --version v1 --kind Treee',
    right: 'opgen delete api --group fruit --version v1 --kind Tree',
  },
  OPG3017: {
    wrong: 'opgen create api --external-api-crd deployment.yaml',
    right: 'opgen create api --external-api-crd certificates.crd.yaml',
  },
  OPG3018: {
    wrong: 'opgen delete api --group fruit --version v1 --kind Tree --controller-name prunner',
    right: 'opgen delete api --group fruit --version v1 --kind Tree --controller-name pruner',
  },
  OPG3019: {
    wrong: 'opgen create api --group fruit --version v2 --kind Tree, where the file of v1 declares Leaf too',
    right: 'move Leaf to a file of its own, and repeat the command',
  },
  OPG3101: {
    wrong: 'opgen init, where a Makefile is already',
    right: 'opgen init --diff, then opgen init --force',
  },
  OPG3102: {
    wrong: 'src/main.ts without its line // +scaffold:setup',
    right: 'put the line back, above the end of the function, and repeat the command',
  },
  OPG3103: { wrong: 'a folder named Makefile', right: 'mv Makefile my-makefiles' },
  OPG3104: { wrong: 'opgen manifests & opgen manifests', right: 'opgen manifests && opgen manifests' },
  OPG3105: { wrong: 'chmod a-w config && opgen manifests', right: 'chmod u+w config && opgen manifests' },
  OPG3106: {
    wrong: 'opgen delete api --group fruit --version v1 --kind Tree, with a changed tree.controller.ts',
    right: 'rm src/controllers/fruit/tree.controller.ts, once nothing of it is needed',
  },
  OPG3107: {
    wrong: 'opgen init --domain example.com --license-file header.txt, which has /* and no */',
    right: "echo '*/' >> header.txt, and the same command again",
  },
  OPG3108: {
    wrong: 'opgen edit --license mit, with a LICENSE of your own',
    right: 'change LICENSE by hand, as the warning says',
  },
  OPG3201: {
    wrong: 'opgen create webhook --group fruit --version v1 --kind Tree',
    right: 'opgen create webhook --group fruit --version v1 --kind Tree --validation',
  },
  OPG3202: {
    wrong: 'opgen create webhook … --kind Tree --defaulting --defaulting-path mutate-tree',
    right: 'opgen create webhook … --kind Tree --defaulting --defaulting-path /mutate-tree',
  },
  OPG3203: {
    wrong: 'opgen create webhook … --version v1 --kind Tree --conversion --spoke v1',
    right: 'opgen create webhook … --version v1 --kind Tree --conversion --spoke v2',
  },
  OPG3204: {
    wrong: 'opgen create webhook --group fruit --version v1 --kind Treee --validation',
    right: 'opgen create webhook --group fruit --version v1 --kind Tree --validation',
  },
  OPG3205: {
    wrong: 'opgen create webhook --group apps --version v1 --kind Deployment --conversion --spoke v2',
    right: 'opgen create webhook --group fruit --version v1 --kind Tree --conversion --spoke v2',
  },
  OPG3206: {
    wrong: 'interface Tree …, without `export`, in the file that PROJECT names',
    right: '// +storageversion\nexport interface Tree …',
  },
  OPG3207: {
    wrong: 'opgen delete webhook --version v1 --kind Tree --defaulting, where Tree has only --validation',
    right: 'opgen delete webhook --version v1 --kind Tree --validation',
  },
  OPG3208: {
    wrong: 'opgen delete api --group fruit --version v1 --kind Tree, where v2 converts it',
    right: 'opgen delete webhook --version v2 --kind Tree --conversion, then opgen delete api …',
  },
  OPG3109: {
    wrong: 'opgen init --domain example.com --package-name "My Operator"',
    right: 'opgen init --domain example.com --package-name my-operator',
  },
  OPG4001: { wrong: 'opgen creat api', right: 'opgen create api' },
  OPG4002: { wrong: 'opgen init < /dev/null', right: 'opgen init --domain example.com < /dev/null' },
  OPG4003: { wrong: 'opgen init --repo example.com/x', right: 'opgen init --package-name x' },
  OPG4004: { wrong: 'opgen explain OPG9', right: 'opgen explain' },
  OPG4010: { wrong: 'opgen markers minimun', right: 'opgen markers Minimum' },
  OPG4005: {
    wrong: 'opgen init --domain example.com, offline',
    right: 'npm install, once there is a network',
  },
  OPG4006: { wrong: 'Ctrl-C', right: 'the same command again' },
  OPG4007: { wrong: 'opgen manifests, in a folder of another user', right: 'chown -R "$USER" .' },
  OPG4008: { wrong: 'opgen crd diff v9.9.9', right: 'opgen crd diff v1.0.0, after git fetch --tags' },
  OPG4009: { wrong: 'opgen crd diff main --kind Memcahced', right: 'opgen crd diff main --kind Memcached' },
  OPG4011: {
    wrong: 'opgen manifests --check, after a type has changed',
    right: 'opgen manifests, then opgen manifests --check',
  },
  OPG4900: { wrong: '(anything)', right: 'report it; --verbose shows the text to report' },
};
