import { isMap, isScalar, LineCounter, parseDocument, visit } from 'yaml';

/** The duplicate keys of a YAML text, as Go's decoder reports them: `line 7: key "a" already set in map`. */
export function duplicateYamlKeys(text: string): string[] {
  const lines = new LineCounter();
  const document = parseDocument(text, { uniqueKeys: false, lineCounter: lines });
  const problems: { line: number; key: string }[] = [];
  visit(document, {
    Map(_, map) {
      if (!isMap(map)) return;
      const seen = new Set<string>();
      for (const { key } of map.items) {
        if (!isScalar(key)) continue;
        const name = String(key.value);
        if (seen.has(name)) problems.push({ line: lines.linePos(key.range?.[0] ?? 0).line, key: name });
        seen.add(name);
      }
    },
  });
  return problems
    .toSorted((a, b) => a.line - b.line)
    .map(({ line, key }) => `line ${line}: key ${JSON.stringify(key)} already set in map`);
}

/** All duplicate keys as the one error of a strict decoder. */
export function yamlError(problems: readonly string[]): string {
  return `yaml: unmarshal errors:\n${problems.map((problem) => `  ${problem}`).join('\n')}`;
}
