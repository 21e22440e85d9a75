import type { DeployImage } from '../../project/project-resource.ts';
import type { ResourceNames } from '../types/type-options.ts';

/** The options of `opgen create api`. */
export interface ApiOptions extends ResourceNames {
  group: string;
  version: string;
  kind: string;
  plural?: string | undefined;
  /** The scope of the kind. Default: that of its other versions, or else namespaced. */
  namespaced?: boolean | undefined;
  /** If undefined, the type is written unless it is built-in or external. */
  resource?: boolean | undefined;
  /** If undefined, the kind gets a controller unless one of its versions has one. */
  controller?: boolean | undefined;
  /** The name of an additional controller, or of the first one if it is not named after the kind. */
  controllerName?: string | undefined;
  /** Generates a complete operator that runs this image. */
  deployImage?: DeployImage | undefined;
  external?: ExternalType | undefined;
  force: boolean;
}

/** A kind that another operator serves. */
export interface ExternalType {
  /** The part of the API group after the short group. */
  domain?: string | undefined;
  /** The npm module that exports the kind. */
  module?: string | undefined;
  /** The text of its CRD, and the file that it was read from. */
  crd?: { file: string | undefined; text: string };
}
