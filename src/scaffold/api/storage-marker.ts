const marker = /^\s*\/\/ \+(kubebuilder:)?storageversion\s*$/;

/** Adds `+storageversion` in the position that a new type has it; undefined if the text does not declare the kind. */
export function withStorageMarker(text: string, kind: string): string | undefined {
  if (hasStorageMarker(text)) return text;
  const lines = text.split('\n');
  const declaration = lines.findIndex((line) => declarationOf(kind).test(line));
  if (declaration === -1) return undefined;
  let first = declaration;
  while (lines[first - 1]?.startsWith('// +') === true) first -= 1;
  if (/^\/\/ \+(kubebuilder:)?resource\b/.test(lines[first] ?? '')) first += 1;
  const ending = lines[declaration]?.endsWith('\r') === true ? '\r' : '';
  return lines.toSpliced(first, 0, `// +storageversion${ending}`).join('\n');
}

export function hasStorageMarker(text: string): boolean {
  return text.split('\n').some((line) => marker.test(line));
}

export function withoutStorageMarker(text: string): string {
  return text
    .split('\n')
    .filter((line) => !marker.test(line))
    .join('\n');
}

/** Matches the line that declares the type of a kind. */
export function declarationOf(kind: string): RegExp {
  return new RegExp(`^export (interface|class|type) ${kind}\\b`, 'm');
}
