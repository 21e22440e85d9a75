import { defineDiagnostic } from '../diagnostics.ts';

export const notACrd = defineDiagnostic({
  code: 'OPG2501',
  title: 'The input is not a CRD',
  explanation:
    'The input must be a CustomResourceDefinition of apiextensions.k8s.io/v1, in YAML or JSON. If a file contains several, choose one with --kind.',
  example: {
    language: 'text',
    wrong: 'opgen crd import deployment.yaml',
    right: 'kubectl get crd memcacheds.cache.example.com -o yaml | opgen crd import -',
  },
});
