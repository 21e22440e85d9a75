/** Whether the generated controllers can write the status. An imported kind can have a status of any shape. */
export function hasUsualStatus(kind: string, type: string | undefined): boolean {
  const parts = [
    new RegExp(`^export interface ${kind}Status\\b`, 'm'),
    /^ {2}observedGeneration\?: Int64;/m,
    /^ {2}conditions\?: Condition\[\];/m,
  ];
  return type === undefined || parts.every((part) => part.test(type));
}
