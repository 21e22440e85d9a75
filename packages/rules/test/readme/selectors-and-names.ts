import { qualifiedNameProblems } from '@opgen/rules/names';
import {
  matchesField,
  matchesRequirement,
  parseFieldSelector,
  parseLabelSelector,
} from '@opgen/rules/selectors';

const requirements = parseLabelSelector('app=cache,tier in (gold, silver),!legacy');
const labels = { app: 'cache', tier: 'gold' };
console.log(requirements.every((requirement) => matchesRequirement(requirement, labels)));
// true

const [onNode] = parseFieldSelector('spec.nodeName=worker-1', { group: '', plural: 'pods' });
console.log(onNode !== undefined && matchesField(onNode, { spec: { nodeName: 'worker-2' } }));
// false

console.log(qualifiedNameProblems('example.com/').join('; '));
// name part must be non-empty; name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')
