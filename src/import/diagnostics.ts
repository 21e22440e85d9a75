import { defineDiagnostic } from '../diagnostics.ts';

export const notACrd = defineDiagnostic({
  code: 'OPG2501',
  title: 'Input that is not a CRD',
  explanation:
    'The input must be a CustomResourceDefinition of apiextensions.k8s.io/v1, in YAML or JSON. If it defines several kinds, opgen imports all, or those that you name with --kind.',
  example: {
    language: 'sh',
    given:
      "opgen manifests\necho '{apiVersion: apps/v1, kind: Deployment, metadata: {name: tree}}' > deployment.yaml",
    wrong: 'opgen crd import deployment.yaml --out src/imported',
    right: 'opgen crd import config/crd/bases/fruit.example.com_trees.yaml --out src/imported',
  },
});
