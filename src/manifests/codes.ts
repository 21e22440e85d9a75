import type { CodeExplanation } from '../diagnostics.ts';

export const diagnosticCodes: Record<string, CodeExplanation> = {
  OPG2106: {
    title: 'The versions of a kind contradict each other',
    explanation: 'Every version is declared once, exactly one is stored, and at least one is served.',
  },
  OPG2107: {
    title: 'A group is not accepted',
    explanation:
      'The API server accepts groups with at least one dot only; those without belong to Kubernetes, and so do those under k8s.io and kubernetes.io.',
  },
  OPG2108: {
    title: 'A column has no path or no name',
    explanation: 'Paths of printer columns begin with a dot.',
  },
  OPG2109: {
    title: 'A path of the scale subresource leads nowhere',
    explanation: 'Replicas are read under .spec and .status, and lists cannot be part of the path.',
  },
  OPG2110: {
    title: 'A field cannot be selectable',
    explanation:
      'The API server accepts eight selectable fields: texts, integers and booleans below spec or status, and not within lists. Versions with the same schema have the same selectable fields, and versions with different schemas do not: the server refuses the others.',
  },
  OPG2111: {
    title: 'A name of a resource is wrong',
    explanation: 'Names are lower-case labels of DNS, and the operator and the manifests must agree on them.',
  },
  OPG2116: {
    title: 'The warning about a deprecated version cannot be shown',
    explanation: 'Clients print it on one line; the API server accepts up to 256 characters.',
  },
  OPG2117: {
    title: 'A definition is large',
    explanation:
      'Plain kubectl apply keeps a copy of the whole object in an annotation, and all annotations together have 256 KiB. With --server-side there is no copy, and the limit is what etcd takes in one request, 1.5 MiB.',
  },
  OPG2118: {
    title: 'A path leads to no field',
    explanation:
      'The API server accepts the path and finds nothing there: a column stays empty, and nothing is scaled.',
  },
  OPG2201: {
    title: 'A permission is incomplete or contradictory',
    explanation: 'It names groups, resources and verbs, or urls and verbs.',
  },
  OPG2202: {
    title: 'A permission for everything',
    explanation:
      'A star also grants what nobody has thought of yet. Whoever takes over the operator has all of it; list what it uses.',
  },
  OPG2203: {
    title: 'A role is to be in two files',
    explanation: 'All rules of a role are in one object, and that is in one file.',
  },
  OPG2204: {
    title: 'A permission for a verb that no request has',
    explanation: 'The API server takes any word as a verb. One that no request has permits nothing.',
  },
  OPG2205: {
    title: 'A permission for a resource that does not exist',
    explanation:
      'Neither the project nor Kubernetes 1.33 to 1.36 serves it. The API server takes the rule all the same, and it permits nothing.',
  },
  OPG2206: {
    title: 'A Role does not reach it',
    explanation:
      'A Role grants what is in its namespace. Nodes, namespaces and other objects of the whole cluster need a ClusterRole, which an operator of one namespace does not have.',
  },
  OPG2207: {
    title: 'A permission by name for a request without one',
    explanation:
      'Who may create or delete many is decided before names are known, so a rule with resourceNames never applies.',
  },
  OPG2208: {
    title: 'A watch without a list',
    explanation:
      'The operator lists what is there before it watches what changes; without list it never starts.',
  },
  OPG2209: {
    title: 'A role does not stay in its namespace',
    explanation:
      'config/default says namespace, and kustomize then puts everything there, roles of other namespaces as well. A file of their own that is applied by itself keeps them where they belong.',
  },
  OPG2301: {
    title: 'A webhook is incomplete',
    explanation:
      'Above a class that implements Defaulter or Validator a marker may leave out what the class tells. Elsewhere it says everything, as in Go.',
  },
  OPG2302: {
    title: 'The name of a webhook is wrong',
    explanation: 'The API server asks for a name of DNS with three parts at least.',
  },
  OPG2303: {
    title: 'The address of a webhook is wrong',
    explanation:
      'A webhook is a path of the service of the operator, or a url of https. Paths begin with a slash, and their parts are names of DNS.',
  },
  OPG2304: {
    title: 'A webhook says what the API server refuses',
    explanation:
      'sideEffects is None or NoneOnDryRun, the timeout is 1 to 30 seconds, only mutating webhooks are asked again, and AdmissionReview is v1.',
  },
  OPG2305: {
    title: 'A selector or a condition of a webhook is wrong',
    explanation:
      'Selectors have matchLabels and matchExpressions, conditions a name and an expression; the API server takes 64 conditions.',
  },
  OPG2306: {
    title: 'A webhook for a resource that does not exist',
    explanation:
      'Neither the project nor Kubernetes 1.33 to 1.36 serves it, so the webhook would never be asked.',
  },
  OPG2307: {
    title: 'The patch of a webhook is wrong',
    explanation: 'It is an object with fields of a webhook. A null removes a field.',
  },
  OPG2308: {
    title: 'A webhook configuration is named twice',
    explanation: 'There is one object for all mutating webhooks, and one for all validating ones.',
  },
  OPG2309: {
    title: 'Two webhooks share a name or a path',
    explanation:
      'Names are unique within a configuration, and a path leads to one handler: one of the two would never be asked.',
  },
  OPG2310: {
    title: 'The verbs of a webhook and the methods of its class differ',
    explanation:
      'The API server asks about the verbs that the marker lists, create and update where it lists none. A method for another verb is never called, and a verb without its method is always allowed.',
  },
  OPG2311: {
    title: 'A webhook can lock the cluster',
    explanation:
      'For kinds of others opgen leaves out the namespaces that a cluster needs to mend itself. Nodes, volumes and other objects of the whole cluster are in none of them: when the operator does not answer, every change of them fails.',
  },
  OPG2401: {
    title: 'A converter does not go through the stored version',
    explanation:
      'Objects are converted to the stored version and from there to the one that was asked for, so a version needs no more than one converter.',
  },
  OPG2402: {
    title: 'A version cannot be converted',
    explanation:
      'Once one version is converted by the operator, all of them are: the API server calls the webhook for every served version.',
  },
  OPG2403: {
    title: 'A converter is about the wrong kinds',
    explanation:
      'It converts between two versions of one kind of this project, and is the only one that does.',
  },
  OPG2602: {
    title: 'An allowed change did not happen',
    explanation:
      'A change that was allowed once would be allowed again, when nobody thinks of it. Lists of allowed changes hold what is new since the commit that is compared with.',
  },
  OPG2603: {
    title: 'There are no descriptions of the types of Kubernetes',
    explanation:
      'opgen carries the shapes of these types and not their prose. --kubernetes-docs takes that from the @kubernetes/client-node that the project has installed.',
  },
};
