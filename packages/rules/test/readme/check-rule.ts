import { checkRule, largestRuleCost } from '@opgen/rules/cel';

const schema = {
  type: 'object',
  properties: {
    replicas: { type: 'integer' },
    names: { type: 'array', items: { type: 'string' } },
  },
};

const typo = checkRule('self.replica > 0', schema);
console.log(typo.problems[0]?.message);
// undefined field 'replica'

const unbounded = checkRule('self.names.all(a, self.names.exists_one(b, a == b))', schema);
console.log(unbounded.estimatedCost > largestRuleCost);
// true

const names = { type: 'array', maxItems: 20, items: { type: 'string', maxLength: 63 } };
const bounded = checkRule('self.all(a, self.exists_one(b, a == b))', names);
console.log(bounded.estimatedCost <= largestRuleCost);
// true
