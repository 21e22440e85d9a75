import type { Minor } from '@opgen/rules/builtin';
import type { ManifestPart } from '../../manifests/manifest-parts.ts';
import type { WritingOptions } from '../steps/write-plan.ts';

/** The options that determine which files are generated, and their contents. */
export interface OutputOptions {
  only?: readonly ManifestPart[] | undefined;
  out?: string | undefined;
  headerFile?: string | undefined;
  maxDescriptionLength?: number | undefined;
  kubernetesVersion?: Minor | undefined;
  kubernetesDocs?: boolean | undefined;
}

export interface ManifestsOptions extends WritingOptions, OutputOptions {
  check?: boolean | undefined;
  watch?: boolean | undefined;
  stdout?: boolean | undefined;
  force?: boolean | undefined;
  verbose?: boolean | undefined;
  cache: boolean;
}
