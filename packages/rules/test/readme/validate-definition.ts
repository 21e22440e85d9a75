import { definitionErrors } from '@opgen/rules/definitions';
import { fieldErrorText } from '@opgen/rules/field-errors';

const errors = definitionErrors({
  metadata: { name: 'caches.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'caches', kind: 'Cache' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', properties: { spec: { properties: {} } } } },
      },
    ],
  },
});
console.log(errors.map(fieldErrorText).join('\n'));
// spec.validation.openAPIV3Schema.properties[spec].type: Required value: must not be empty for specified object fields
