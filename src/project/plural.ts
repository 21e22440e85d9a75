/** Words whose plural no rule gives; also as the last part of a longer word. */
const irregular: Readonly<Record<string, string>> = {
  child: 'children',
  criterion: 'criteria',
  datum: 'data',
  foot: 'feet',
  goose: 'geese',
  index: 'indices',
  matrix: 'matrices',
  mouse: 'mice',
  person: 'people',
  quiz: 'quizzes',
  tooth: 'teeth',
  vertex: 'vertices',
};

const unchanging = [
  'aircraft',
  'deer',
  'equipment',
  'fish',
  'information',
  'metadata',
  'news',
  'series',
  'sheep',
  'species',
];

/** The first rule that matches decides. */
const rules: readonly (readonly [RegExp, string])[] = [
  [/(?<!hu|ger|ro|sha)man$/, 'men'],
  [/sis$/, 'ses'],
  [/(ss|us|x|z|ch|sh)$/, '$1es'],
  [/s$/, 's'],
  [/([^aeiou]|qu)y$/, '$1ies'],
  [/(kni|li|wi)fe$/, '$1ves'],
  [/(l|hoo|lea|shea|thie)f$/, '$1ves'],
  [/(ech|her|potat|tomat|vet|torped)o$/, '$1oes'],
  [/$/, 's'],
];

/** The resource name that kubebuilder would give to a kind: `Memcached` → `memcacheds`, `Policy` → `policies`. */
export function pluralOf(kind: string): string {
  const word = kind.toLowerCase();
  if (unchanging.some((ending) => word.endsWith(ending))) return word;
  for (const [singular, plural] of Object.entries(irregular)) {
    if (word.endsWith(singular)) return word.slice(0, -singular.length) + plural;
  }
  const [pattern, replacement] = rules.find(([pattern]) => pattern.test(word)) ?? [/$/, 's'];
  return word.replace(pattern, replacement);
}
