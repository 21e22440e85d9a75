import type { CodeExplanation } from '../diagnostics.ts';

export const diagnosticCodes: Record<string, CodeExplanation> = {
  OPG2106: {
    title: 'The versions of a kind contradict each other',
    explanation: 'Every version is declared once, exactly one is stored, and at least one is served.',
  },
  OPG2107: {
    title: 'A group is not a domain',
    explanation:
      'The API server accepts groups with at least one dot only; those without belong to Kubernetes.',
  },
  OPG2108: { title: 'A column has no path', explanation: 'Paths of printer columns begin with a dot.' },
  OPG2109: {
    title: 'A path of the scale subresource leads nowhere',
    explanation: 'Replicas are read under .spec and .status, and lists cannot be part of the path.',
  },
  OPG2110: { title: 'Too many selectable fields', explanation: 'The API server accepts eight.' },
  OPG2111: {
    title: 'A name of a resource is wrong',
    explanation: 'Names are lower-case labels of DNS, and the operator and the manifests must agree on them.',
  },
  OPG2201: {
    title: 'A permission is incomplete or contradictory',
    explanation: 'It names groups, resources and verbs, or urls and verbs.',
  },
};
