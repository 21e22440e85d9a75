import type { ProjectWebhooks } from '../../project/project-resource.ts';
import type { ExternalType } from '../api/options.ts';

/** The three things that the API server asks a webhook for. */
export type WebhookType = 'defaulting' | 'validation' | 'conversion';

export const webhookTypes: readonly WebhookType[] = ['defaulting', 'validation', 'conversion'];

/** Which kind, by what the user typed. */
export interface NamedKind {
  /** The short one; what is left out is clear where one kind has the name. */
  group?: string | undefined;
  version: string;
  kind: string;
}

export interface WebhookOptions extends NamedKind {
  plural?: string | undefined;
  types: readonly WebhookType[];
  /** Versions that are converted to and from this one. */
  spokes: readonly string[];
  defaultingPath?: string | undefined;
  validationPath?: string | undefined;
  /** Replace files that have other contents. */
  force?: boolean | undefined;
  /** The kind is another operator's, and PROJECT need not list it yet. */
  external?: ExternalType | undefined;
}

/** The types that a resource has. */
export function typesIn(webhooks: ProjectWebhooks | undefined): WebhookType[] {
  return webhookTypes.filter((type) => webhooks?.[type] === true);
}

/** The path that the API server asks at, unless another one is said: `/mutate-cache-example-com-v1-memcached`. */
export function defaultPath(
  type: 'defaulting' | 'validation',
  { group, version, kind }: { group: string; version: string; kind: string },
): string {
  const verb = type === 'defaulting' ? 'mutate' : 'validate';
  return `/${verb}-${group.replaceAll('.', '-')}-${version}-${kind.toLowerCase()}`;
}

/** The types that the flags ask for, `--programmatic-validation` being kubebuilder's word for one. */
export function chosenTypes(
  flags: Partial<Record<WebhookType | 'programmaticValidation', boolean | undefined>>,
): WebhookType[] {
  return webhookTypes.filter(
    (type) => flags[type] === true || (type === 'validation' && flags.programmaticValidation === true),
  );
}
