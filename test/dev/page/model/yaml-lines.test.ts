import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { PageObject } from '../../../../src/dev/page/model/messages.ts';
import { yamlLines, yamlText } from '../../../../src/dev/page/model/yaml-lines.ts';

const metadata = { name: 'a', uid: '1', resourceVersion: '2', creationTimestamp: '2026-01-01T00:00:00Z' };

function objectWith(fields: object): PageObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata, ...fields };
}

test('the YAML of an object contains the object', () => {
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom(
      'yes',
      'null',
      '1.5',
      '0x1f',
      '2026-01-01',
      'a: b',
      'a #b',
      '- a',
      'a\nb',
      'a\n b\n',
      '\n',
      'a:',
      ' a',
    ),
  );
  const value = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      text,
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(
        text.filter((key) => key !== '__proto__'),
        tie('value'),
        { maxKeys: 3 },
      ),
    ),
  })).value;
  fc.assert(
    fc.property(value, (data) => {
      const object = objectWith({ data });
      expect(parse(yamlText(yamlLines(object)))).toEqual(object);
    }),
  );
});

test('each line names the managers of its field', () => {
  const managedFields = [
    {
      manager: 'kubectl',
      fieldsV1: {
        'f:spec': {
          'f:replicas': {},
          'f:ports': { 'k:{"port":80}': { '.': {}, 'f:port': {} } },
          'f:selector': {},
        },
      },
    },
    {
      manager: 'operator',
      fieldsV1: { 'f:spec': { 'f:replicas': {}, 'f:ports': { 'k:{"port":80}': { 'f:name': {} } } } },
    },
    { manager: 'operator', subresource: 'status', fieldsV1: { 'f:status': { 'f:phase': {} } } },
    { manager: 'gc', fieldsV1: { 'f:metadata': { 'f:finalizers': { 'v:"example.com/gc"': {} } } } },
  ];
  const object = {
    ...objectWith({
      spec: { replicas: 3, ports: [{ port: 80, name: 'web' }, { port: 90 }], selector: { app: 'a' } },
      status: { phase: 'Ready' },
    }),
    metadata: { ...metadata, finalizers: ['example.com/gc'], managedFields },
  };
  const managed = yamlLines(object).flatMap(({ managers, text }) =>
    managers.length === 0 ? [] : [`${text} # ${managers.join(', ')}`],
  );
  expect(managed).toEqual([
    '  - example.com/gc # gc',
    '  replicas: 3 # kubectl, operator',
    '  - port: 80 # kubectl',
    '    name: web # operator',
    '  selector: # kubectl',
    '    app: a # kubectl',
    '  phase: Ready # operator/status',
  ]);
});
