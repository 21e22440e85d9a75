export { dns1035LabelProblem, dns1123LabelProblem, dns1123SubdomainProblem } from './names/dns-names.ts';
