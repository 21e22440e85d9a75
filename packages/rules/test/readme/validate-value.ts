import { fieldErrorText } from '@opgen/rules/field-errors';
import { applyDefaults, prune, validate } from '@opgen/rules/schema';

const schema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      required: ['host'],
      properties: {
        host: { type: 'string', format: 'hostname' },
        port: { type: 'integer', default: 8080, maximum: 65_535 },
        mode: { type: 'string', pattern: '^(?i)(fast|safe)$' },
      },
    },
  },
};

const { value, unknown } = prune({ spec: { mode: 'Slow', prot: 1 } }, schema);
console.log(unknown.join());
// spec.prot

for (const error of validate(applyDefaults(value, schema), schema)) console.log(fieldErrorText(error));
// spec.mode: Invalid value: "Slow": spec.mode in body should match '^(?i)(fast|safe)$'
// spec.host: Required value
