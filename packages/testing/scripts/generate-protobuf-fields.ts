/**
 * Writes which field of which message of Kubernetes has which number, from the tags in the Go types:
 * `npx tsx generate-protobuf-fields.ts <folder of k8s.io/api> <folder of k8s.io/apimachinery>`.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const groups = [
  'core/v1',
  'apps/v1',
  'batch/v1',
  'rbac/v1',
  'authorization/v1',
  'authentication/v1',
  'coordination/v1',
  'networking/v1',
  'policy/v1',
  'autoscaling/v1',
  'autoscaling/v2',
  'scheduling/v1',
  'events/v1',
  'storage/v1',
  'discovery/v1',
];
const [, , api = '', machinery = ''] = process.argv;
const sources = [
  ...groups.map((group) => ({ prefix: group, file: `${api}/${group}/types.go` })),
  { prefix: 'meta/v1', file: `${machinery}/pkg/apis/meta/v1/types.go` },
];
const aliases: Record<string, string> = {
  metav1: 'meta/v1',
  v1: 'core/v1',
  corev1: 'core/v1',
  resource: 'resource',
  intstr: 'intstr',
  runtime: 'runtime',
};
const messages: Record<string, Record<string, string>> = {};
const structs = new Set<string>();
const parsed = sources.map(({ prefix, file }) => {
  const text = readFileSync(file, 'utf8');
  const types = [...text.matchAll(/^type (\w+) struct \{\n(.*?)^\}/gms)];
  for (const [, name] of types) structs.add(`${prefix}/${name}`);
  return { prefix, types };
});
const opaque = ['resource/Quantity', 'intstr/IntOrString', 'runtime/RawExtension'];

for (const { prefix, types } of parsed)
  for (const [, name, body = ''] of types) {
    const fields: Record<string, string> = {};
    for (const line of body.matchAll(/^\s+(?:\w+ +)?(\S+) +`(.*protobuf:.*)`/gm)) {
      const [, type = '', tags = ''] = line;
      const json = /json:"([^",]*)/.exec(tags)?.[1] ?? '';
      const number = /protobuf:"\w+,(\d+),/.exec(tags)?.[1];
      if (number !== undefined && json !== '-') fields[number] = `${json} ${wireType(type, prefix, tags)}`;
    }
    if (Object.keys(fields).length > 0) messages[`${prefix}/${name}`] = fields;
  }
writeFileSync(
  new URL('../src/api-server/builtin/protobuf-v1.36.json', import.meta.url),
  `${JSON.stringify(messages)}\n`,
);

/** `?` before what may be absent, `*` before lists, `{}` before maps, and then a scalar or the name of a message. */
function wireType(type: string, prefix: string, tags: string): string {
  if (type.startsWith('*')) return `?${wireType(type.slice(1), prefix, tags)}`;
  if (type === '[]byte') return 'bytes';
  if (type.startsWith('[]')) return `*${wireType(type.slice(2), prefix, tags)}`;
  const map = /^map\[\w+\](.+)$/.exec(type)?.[1];
  if (map !== undefined) return `{}${wireType(map, prefix, 'protobuf:"bytes,')}`;
  if (type === 'ResourceList' || type === 'v1.ResourceList') return '{}resource/Quantity';
  if (type === 'bool') return 'bool';
  if (/^u?int\d*$/.test(type)) return 'int';
  const [alias, inner] = type.includes('.') ? type.split('.') : [undefined, type];
  const name = alias === undefined ? `${prefix}/${inner}` : `${aliases[alias] ?? alias}/${inner}`;
  if (structs.has(name) || opaque.includes(name) || /meta\/v1\/(Time|MicroTime|FieldsV1)$/.test(name))
    return name;
  return tags.includes('protobuf:"varint') ? 'int' : 'string';
}
