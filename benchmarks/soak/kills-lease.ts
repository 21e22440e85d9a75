/** The Lease of the operator in kills-operator.ts: held for a shorter time than by default, so that kills follow sooner. */
export const lease = { name: 'kills', namespace: 'default', duration: 6_000 };
