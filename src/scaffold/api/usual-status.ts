/** Whether the status is one that the controllers of `opgen create api` can write. That of an imported kind may be any. */
export function hasUsualStatus(kind: string, type: string | undefined): boolean {
  const parts = [
    new RegExp(`^export interface ${kind}Status\\b`, 'm'),
    /^ {2}observedGeneration\?: Int64;/m,
    /^ {2}conditions\?: Condition\[\];/m,
  ];
  return type === undefined || parts.every((part) => part.test(type));
}
