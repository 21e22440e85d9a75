import { RuleValidator } from '@opgen/rules/cel';

const schema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: { replicas: { type: 'integer' }, storage: { type: 'string' } },
      'x-kubernetes-validations': [
        {
          rule: 'self.replicas <= 5',
          messageExpression: '"at most 5 replicas, got " + string(self.replicas)',
        },
        { rule: 'self.storage == oldSelf.storage', message: 'storage is immutable' },
      ],
    },
  },
};

// Compiles the rules once; validate() can be called any number of times.
const rules = new RuleValidator(schema);
const old = { spec: { replicas: 3, storage: '1Gi' } };

for (const { field, detail } of rules.validate({ spec: { replicas: 7, storage: '2Gi' } }, old).failures) {
  console.log(`${field}: ${detail}`);
}
// spec: at most 5 replicas, got 7
// spec: storage is immutable
