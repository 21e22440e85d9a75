/**
 * Measures each subject once per round. Every second round runs in reverse order, so that no subject always runs after
 * the same one.
 */
export async function alternate<Name extends string, Result>(
  rounds: number,
  subjects: Record<Name, () => Promise<Result>>,
): Promise<Record<Name, Result[]>> {
  const names = Object.keys(subjects) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Result[]>;
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      results[name].push(await subjects[name]());
    }
  }
  return results;
}
