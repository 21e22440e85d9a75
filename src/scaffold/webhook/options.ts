import type { NamedKind } from '../../project/listed-kinds.ts';
import type { ProjectWebhooks } from '../../project/project-resource.ts';
import type { ExternalType } from '../api/options.ts';

/** Mutating admission, validating admission and CRD conversion. */
export type WebhookType = 'defaulting' | 'validation' | 'conversion';

export const webhookTypes: readonly WebhookType[] = ['defaulting', 'validation', 'conversion'];

export interface WebhookOptions extends NamedKind {
  plural?: string | undefined;
  types: readonly WebhookType[];
  /** Versions that the webhook converts to and from this one. */
  spokes: readonly string[];
  defaultingPath?: string | undefined;
  validationPath?: string | undefined;
  /** Overwrite files whose content differs. */
  force?: boolean | undefined;
  /** Set if the kind is external. PROJECT need not list it yet. */
  external?: ExternalType | undefined;
}

export function typesIn(webhooks: ProjectWebhooks | undefined): WebhookType[] {
  return webhookTypes.filter((type) => webhooks?.[type] === true);
}

/** The default URL path of an admission webhook: `/mutate-cache-example-com-v1-memcached`. */
export function defaultPath(
  type: 'defaulting' | 'validation',
  { group, version, kind }: { group: string; version: string; kind: string },
): string {
  const verb = type === 'defaulting' ? 'mutate' : 'validate';
  return `/${verb}-${group.replaceAll('.', '-')}-${version}-${kind.toLowerCase()}`;
}

/** The webhook types that the flags select. `--programmatic-validation` is kubebuilder's name for `--validation`. */
export function chosenTypes(
  flags: Partial<Record<WebhookType | 'programmaticValidation', boolean | undefined>>,
): WebhookType[] {
  return webhookTypes.filter(
    (type) => flags[type] === true || (type === 'validation' && flags.programmaticValidation === true),
  );
}
