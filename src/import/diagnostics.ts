import { defineDiagnostic } from '../diagnostics.ts';

export const notACrd = defineDiagnostic({
  code: 'OPG2501',
  title: 'A text is no CRD',
  explanation:
    'What is imported or compared is a CustomResourceDefinition of apiextensions.k8s.io/v1, in YAML or JSON. Of several in one file the one that is meant is named.',
  example: {
    language: 'text',
    wrong: 'opgen crd import deployment.yaml',
    right: 'kubectl get crd memcacheds.cache.example.com -o yaml | opgen crd import -',
  },
});
