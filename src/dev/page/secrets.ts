import type { PageObject } from './model/messages.ts';

/** kubectl apply copies the data of a Secret into it. */
const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

/** The object with placeholders for the data of a Secret. */
export function withoutSecrets(object: PageObject): PageObject {
  if (object.kind !== 'Secret' || object.apiVersion !== 'v1') return object;
  const { metadata } = object;
  const annotations = metadata.annotations && redacted(metadata.annotations, (key) => key === lastApplied);
  return {
    ...object,
    metadata: { ...metadata, ...(annotations && { annotations }) },
    ...(object['data'] !== undefined && { data: redacted(object['data'] as Record<string, string>) }),
  };
}

function redacted(
  values: Readonly<Record<string, string>>,
  isSecret: (key: string) => boolean = () => true,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, isSecret(key) ? 'redacted' : value]),
  );
}
