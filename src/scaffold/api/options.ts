import type { DeployImage } from '../../project/project-resource.ts';
import type { ResourceNames } from './context.ts';

/** What was asked of `opgen create api`. */
export interface ApiOptions extends ResourceNames {
  group: string;
  version: string;
  kind: string;
  plural?: string | undefined;
  namespaced: boolean;
  /** Undecided, the type is written unless it is somebody else's. */
  resource?: boolean | undefined;
  /** Undecided, a kind gets a controller unless one of its versions has one. */
  controller?: boolean | undefined;
  /** Of one more controller, or of the first if it is not to be called as the kind is. */
  controllerName?: string | undefined;
  /** A whole operator around this image. */
  deployImage?: DeployImage | undefined;
  external?: ExternalType | undefined;
  force: boolean;
}

/** A kind that another operator serves. */
export interface ExternalType {
  /** What follows the group in the name of the API group. */
  domain?: string | undefined;
  /** The npm module that exports the kind. */
  module?: string | undefined;
  /** The text of its CRD, and where it was read. */
  crd?: { file: string | undefined; text: string };
}
