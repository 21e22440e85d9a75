export { escapeProperty, unescapeProperty } from './cel/schema/escaping.ts';
export {
  dns1035LabelProblem,
  dns1123LabelProblem,
  dns1123SubdomainProblem,
  hasFormOfDns1035Label,
  hasFormOfDns1123Label,
  hasFormOfDns1123Subdomain,
  longestLabel,
  longestSubdomain,
} from './names/dns-names.ts';
export { generateName, type NamedResource, objectNameProblem } from './names/object-names.ts';
export { labelValueProblems, qualifiedNameProblems } from './names/qualified-names.ts';
