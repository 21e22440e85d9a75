import type { Subject } from '../subject.ts';

export const templates: readonly Subject[] = [
  {
    table: '/podtemplates',
    version: 'v1',
    kind: 'PodTemplate',
    isNamespaced: true,
    valid: {
      template: { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
    },
    creates: [
      { '/template': null },
      { '/template/spec': null },
      { '/template/spec/containers': [] },
      { '/template/metadata/labels': { 'no key': 'a' } },
      { '/template/metadata/annotations': { 'no key': 'a' } },
      { '/template/spec/restartPolicy': 'Never' },
    ],
    updates: [{ '/template/spec/containers/0/image': 'j' }, { '/template/spec/containers': [] }],
  },
];
