import type { GroupVersionKind } from './group-version-kind.ts';

/** A kind in PROJECT, with the keys of kubebuilder. */
export interface ProjectResource extends GroupVersionKind {
  /** Set only if it differs from the regular plural. */
  plural?: string;
  /** The file of the project that declares its type, or the module that exports it. */
  path?: string;
  /** The project owns the kind and generates its CRD. */
  api?: { crdVersion: 'v1'; namespaced: boolean };
  /** It has a controller with the default name. */
  controller?: boolean;
  /** Its controllers by name, if there are several or the name is not the default. */
  controllers?: { name: string }[];
  webhooks?: ProjectWebhooks;
  /** The image that its controller was created to deploy. */
  deployImage?: DeployImage;
  /** Kubernetes serves the kind. */
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
  /** Versions that the webhook converts to and from this one. */
  spoke?: string[];
  /** The paths are set only if they differ from the defaults. */
  defaultingPath?: string;
  validationPath?: string;
}

/** Numbers are strings, as in kubebuilder. */
export interface DeployImage {
  image: string;
  command?: string[];
  containerPort?: string;
  runAsUser?: string;
}
