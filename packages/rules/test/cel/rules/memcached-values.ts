const whole = {
  name: 'abc',
  short: 'xay',
  level: 'a',
  size: 3,
  ratio: 1.5,
  enabled: true,
  port: 8080,
  since: '2024-05-06T07:08:09Z',
  timeout: '90m',
  day: '2024-05-06',
  secret: 'YWJj',
  words: ['a', 'bb', 'a'],
  few: ['aa', 'aaa'],
  numbers: [3, 1, 3],
  items: [
    { key: 'x', value: 2, tags: ['xx'] },
    { key: 'ay', value: 5 },
  ],
  servers: [{ host: 'x' }, {}],
  tags: ['a', 'b'],
  labels: { a: 'b', abc: 'd' },
  limits: { a: 'a', b: 'bx' },
  nested: { deep: { text: 'xabcx' } },
  anything: { z: [1, { q: 2 }] },
  'dash-ed': 'a',
  namespace: 'a',
  'a.b/c__d': 1,
};

/** Specs of a Memcached on which rules are tried: whole ones, and ones that lack much of what rules ask for. */
export const values: readonly object[] = [
  whole,
  { ...whole, port: '50%a', name: 'https://a/b', size: 1, enabled: false },
  { ...whole, name: '10.0.0.0/8', short: '1.2.3', items: [{ key: 'x', value: 1 }], words: [], labels: {} },
  {
    ...whole,
    name: '1.2.3.4',
    short: '1',
    since: '2000-02-29T23:59:59.999+01:00',
    timeout: '1s',
    limits: {},
  },
  { ...whole, name: '5Gi', short: '5Gi', level: 'bcd', secret: '/+8=', words: ['é😀', 'a'], numbers: [-1] },
  { name: '', items: [], few: [], numbers: [], nothing: null },
  { name: 'é😀', items: [{ key: 'a', value: 1 }], few: ['b', 'a'], numbers: [5], nested: {}, port: 1 },
];

const small = { name: 'a', items: [], size: 3, tags: ['a', 'b'], level: 'a', limits: { a: 'x' } };
const items = [
  { key: 'a', value: 1 },
  { key: 'b', value: 2 },
];

/** Specs and what they are changed into. */
export const changes: readonly (readonly [before: object, after: object])[] = [
  [small, { ...small, size: 4 }],
  [small, { ...small, size: 2 }],
  [small, { ...small, name: 'b' }],
  [small, { ...small, tags: ['b', 'a'] }],
  [small, { ...small, tags: ['b', 'c'] }],
  [small, { ...small, limits: { a: 'x', b: 'y' } }],
  [
    { ...small, items },
    { ...small, items: items.toReversed() },
  ],
  [
    { ...small, items },
    { ...small, items: [{ key: 'a', value: 5 }] },
  ],
  [small, { ...small, size: 9 }],
  [small, { ...small, level: 'bcd' }],
  [small, { name: 'a', items: [] }],
];
