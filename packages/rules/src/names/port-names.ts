/** Why a text is not the name of a service as the IANA registers them, such as `http`. */
export function portNameProblems(name: string): string[] {
  return [
    ...(name.length > 15 ? ['must be no more than 15 characters'] : []),
    ...(/^[-a-z0-9]*$/.test(name)
      ? []
      : ['must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)']),
    ...(/[a-z]/.test(name) ? [] : ['must contain at least one letter (a-z)']),
    ...(name.includes('--') ? ['must not contain consecutive hyphens'] : []),
    ...(/^-|-$/.test(name) ? ['must not begin or end with a hyphen'] : []),
  ];
}
