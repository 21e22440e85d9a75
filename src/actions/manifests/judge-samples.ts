import type { Diagnostic } from '../../diagnostics.ts';

/** An invalid sample is a warning while you change a type, and an error with `--check`. */
export function judgeSamples(
  diagnostics: readonly Diagnostic[],
  { check = false }: { check?: boolean | undefined },
): { judged: readonly Diagnostic[]; found: boolean } {
  if (!check) return { judged: diagnostics, found: false };
  const judged = diagnostics.map((each) =>
    isInSample(each) ? ({ ...each, severity: 'error' } as const) : each,
  );
  return { judged, found: diagnostics.some(isInSample) };
}

function isInSample({ place }: Diagnostic): boolean {
  return place?.file.startsWith('config/samples/') === true;
}
