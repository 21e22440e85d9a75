import { acronyms, ambiguousPlurals, endings, singularEndings, wholeWords, words } from './plural-words.ts';

interface Entry {
  singular: string;
  plural: string;
  alternative: string | undefined;
}

/** Replaces an ending. The ending of a plural is replaced by itself. */
interface Rule {
  ending: string;
  replacement: string;
}

const parts = entriesOf(words);
const dictionary = [...parts, ...entriesOf(wholeWords)];
const pluralOfWord = new Map(dictionary.map(({ singular, plural }) => [singular, plural]));
const plurals = new Set(
  dictionary
    .filter(({ singular }) => !ambiguousPlurals.has(singular))
    .flatMap(({ plural, alternative }) => (alternative === undefined ? [plural] : [plural, alternative])),
);
const rules = [...parts.toReversed(), ...entriesOf(endings)].flatMap(({ singular, plural }): Rule[] => [
  { ending: plural, replacement: plural },
  { ending: singular, replacement: plural },
]);

/** The resource name that controller-gen gives to a kind: `Memcached` → `memcacheds`, `Policy` → `policies`. */
export function pluralOf(kind: string): string {
  const last = lastWordOf(kind);
  return (kind.slice(0, kind.length - last.length) + pluralOfWordOrEnding(last)).toLowerCase();
}

const singularOfWord = new Map(
  entriesOf(wholeWords).flatMap(({ singular, plural, alternative = plural }) => [
    [plural, singular] as const,
    [alternative, singular] as const,
  ]),
);
const singularRules = [...parts, ...entriesOf(singularEndings)].flatMap(
  ({ singular, plural, alternative = plural }): Rule[] =>
    [plural, alternative].map((ending) => ({ ending, replacement: singular })),
);

/** `hostAlias` for `hostAliases`, `policy` for `policies`; undefined for a name that is no plural. */
export function singularOf(name: string): string | undefined {
  const last = lastWordOf(name);
  const start = name.slice(0, name.length - last.length);
  const lower = last.toLowerCase();
  const known = singularOfWord.get(lower);
  if (known !== undefined) return start + asCapitalizedAs(last, known);
  const rule = singularRules.find(({ ending }) => lower.endsWith(ending) && lower.length > 3);
  if (rule !== undefined) {
    const stem = last.slice(0, -rule.ending.length);
    return start + (stem === '' ? asCapitalizedAs(last, rule.replacement) : stem + rule.replacement);
  }
  return /[^siu]s$/i.test(name) && name.length > 3 ? name.slice(0, -1) : undefined;
}

function asCapitalizedAs(model: string, word: string): string {
  return isUpper(model[0]) ? word.charAt(0).toUpperCase() + word.slice(1) : word;
}

function pluralOfWordOrEnding(word: string): string {
  const lower = word.toLowerCase();
  if (plurals.has(lower)) return word;
  const known = pluralOfWord.get(lower);
  if (known !== undefined) return known;
  // Case-sensitive, because text in upper case is not an English word.
  const rule = rules.find(({ ending }) => word.endsWith(ending));
  if (rule !== undefined) return word.slice(0, -rule.ending.length) + rule.replacement;
  return lower.endsWith('s') ? word : `${word}s`;
}

/** `Policy` of `HealthCheckPolicy`, `Record` of `DNSRecord`. */
function lastWordOf(kind: string): string {
  let start = 0;
  for (let index = 1; index < kind.length; index++) {
    if (!isUpper(kind[index])) continue;
    if (!isUpper(kind[index - 1]) || acronyms.has(kind.slice(start, index).toUpperCase())) start = index;
  }
  return kind.slice(start);
}

function isUpper(letter: string | undefined): boolean {
  return letter !== undefined && letter >= 'A' && letter <= 'Z';
}

function entriesOf(text: string): Entry[] {
  return text
    .trim()
    .split(/\s+/)
    .map((entry) => {
      const [singular = '', plural = '', alternative] = entry.split('/');
      return { singular, plural, alternative };
    });
}
