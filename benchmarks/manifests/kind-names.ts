const qualities = ['Amber', 'Brisk', 'Calm', 'Deep', 'Eager', 'Fair', 'Grand', 'Humble', 'Ideal', 'Jolly'];
const things = [
  'Broker',
  'Bucket',
  'Cluster',
  'Gateway',
  'Ledger',
  'Memcached',
  'Monitor',
  'Queue',
  'Stream',
  'Vault',
];

const sizes = ['', 'Big', 'Broad', 'Heavy', 'Large', 'Long', 'Narrow', 'Short', 'Small', 'Tall'];

/** The requested number of distinct kinds, at most a thousand; their plurals end in `s`. */
export function kindNames(count: number): string[] {
  const all = sizes.flatMap((size) =>
    things.flatMap((thing) => qualities.map((quality) => `${size}${quality}${thing}`)),
  );
  if (count > all.length) throw new Error(`there are names for ${all.length} kinds`);
  return all.slice(0, count);
}

export function pluralOf(kind: string): string {
  return `${kind.toLowerCase()}s`;
}
