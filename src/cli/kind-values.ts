/** What names a kind that is there already. Its group may be left out: mostly one has a kind of that name. */
export const kindValues = {
  version: { flag: '--version', question: 'API version', example: 'v1' },
  kind: { flag: '--kind', question: 'Kind', example: 'Memcached' },
};
