export const exitCodes = { ok: 0, userError: 1, ourFault: 2, found: 3, interrupted: 130 } as const;
