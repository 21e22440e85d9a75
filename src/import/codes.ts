import type { CodeExplanation } from '../diagnostics.ts';

export const diagnosticCodes: Record<string, CodeExplanation> = {
  OPG2501: {
    title: 'A text is no CRD',
    explanation:
      'What is imported or compared is a CustomResourceDefinition of apiextensions.k8s.io/v1, in YAML or JSON. Of several in one file the one that is meant is named.',
  },
  OPG2502: {
    title: 'A part of a CRD cannot be said in types',
    explanation:
      'The types say less than the CRD did: what opgen manifests makes of them differs at the path. Nothing else is lost.',
  },
};
