import type { GroupVersionKind } from './group-version-kind.ts';

/** A kind as PROJECT lists it, under kubebuilder's keys. */
export interface ProjectResource extends GroupVersionKind {
  /** Only if it is not the regular one. */
  plural?: string;
  /** Where its type is declared: a file of the project, or the module that exports it. */
  path?: string;
  /** The project owns the kind and writes its CRD. */
  api?: { crdVersion: 'v1'; namespaced: boolean };
  /** It has the controller that is called as the kind is. */
  controller?: boolean;
  /** It has controllers with names of their own. */
  controllers?: { name: string }[];
  webhooks?: ProjectWebhooks;
  /** What its controller was made around. */
  deployImage?: DeployImage;
  /** Kubernetes itself serves the kind. */
  core?: boolean;
  /** Another operator serves the kind. */
  external?: boolean;
  /** The npm module of an external kind. */
  module?: string;
}

export interface ProjectWebhooks {
  webhookVersion: 'v1';
  defaulting?: boolean;
  validation?: boolean;
  conversion?: boolean;
  /** Versions that are converted to and from this one. */
  spoke?: string[];
  /** Only if they are not the default ones. */
  defaultingPath?: string;
  validationPath?: string;
}

/** Numbers are text, as kubebuilder writes them. */
export interface DeployImage {
  image: string;
  command?: string[];
  containerPort?: string;
  runAsUser?: string;
}
