import type { Diagnostic } from '../../diagnostics.ts';

/** An invalid sample is a warning while you change a type, and an error with `--check`. */
export function withSampleSeverity(
  diagnostics: readonly Diagnostic[],
  { check = false }: { check?: boolean | undefined },
): { reported: readonly Diagnostic[]; found: boolean } {
  if (!check) return { reported: diagnostics, found: false };
  const reported = diagnostics.map((each) =>
    isInSample(each) ? ({ ...each, severity: 'error' } as const) : each,
  );
  return { reported, found: diagnostics.some(isInSample) };
}

function isInSample({ place }: Diagnostic): boolean {
  return place?.file.startsWith('config/samples/') === true;
}
