/** An object as the API server returns it. */
export interface PlannedObject {
  readonly [field: string]: unknown;
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly [field: string]: unknown;
    readonly name: string;
    readonly namespace?: string;
    readonly uid: string;
  };
}

/** `Deployment default/shop` */
export function titleOf({ kind, metadata: { name, namespace } }: PlannedObject): string {
  return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
}
