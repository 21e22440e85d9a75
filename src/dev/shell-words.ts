/** The words of a command line, without the quotes of a POSIX shell. Variables are not expanded. */
export function shellWords(line: string): string[] {
  const words: string[] = [];
  const pattern = /\s*((?:"(?:\\.|[^"\\])*"|'[^']*'|\\.|[^\s"'\\])+)/gsy;
  for (const [, word = ''] of line.matchAll(pattern)) words.push(unquoted(word));
  return words;
}

function unquoted(word: string): string {
  return word.replace(
    /"((?:\\.|[^"\\])*)"|'([^']*)'|\\(.)/gs,
    (_, double?: string, single?: string, escaped?: string) =>
      double?.replace(/\\(["\\$`])/g, '$1') ?? single ?? escaped ?? '',
  );
}
