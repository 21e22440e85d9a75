import type { LabelQuery } from '../client/client.ts';

type Labels = Readonly<Record<string, string>>;
type Test = (labels: Labels) => boolean;

const membership = /^(?<key>\S+)\s+(?<operator>in|notin)\s*\((?<values>[^)]*)\)$/;
const comparison = /^(?<key>[^\s!=]+)\s*(?<operator>==?|!=)\s*(?<value>[^\s!=]*)$/;
const existence = /^(?<not>!)?\s*(?<key>[^\s!=()]+)$/;

/** The test that a query puts to an object's labels; `undefined` when only the server can read it. */
export function labelTest(query: LabelQuery | undefined): Test | undefined {
  if (query === undefined) return () => true;
  if (typeof query !== 'string') {
    const wanted = Object.entries(query);
    return (labels) => wanted.every(([key, value]) => labels[key] === value);
  }
  const tests: Test[] = [];
  // Commas separate requirements, other than those between parentheses.
  for (const requirement of query.split(/,(?![^(]*\))/)) {
    if (requirement.trim() === '') continue;
    const test = requirementTest(requirement.trim());
    if (test === undefined) return undefined;
    tests.push(test);
  }
  return (labels) => tests.every((test) => test(labels));
}

function requirementTest(requirement: string): Test | undefined {
  const member = membership.exec(requirement)?.groups;
  if (member?.['key'] !== undefined) {
    const { key } = member;
    const values = new Set(member['values']?.split(',').map((value) => value.trim()));
    if (member['operator'] === 'in') return (labels) => values.has(labels[key] ?? '\0');
    return (labels) => !values.has(labels[key] ?? '\0');
  }
  const compared = comparison.exec(requirement)?.groups;
  if (compared?.['key'] !== undefined) {
    const { key, value } = compared;
    if (compared['operator'] === '!=') return (labels) => labels[key] !== value;
    return (labels) => labels[key] === value;
  }
  const exists = existence.exec(requirement)?.groups;
  if (exists?.['key'] === undefined) return undefined;
  const { key, not } = exists;
  return (labels) => key in labels === (not === undefined);
}
