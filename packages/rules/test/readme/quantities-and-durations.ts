import { parseDuration } from '@opgen/rules/duration';
import { compareQuantities, parseQuantity } from '@opgen/rules/quantity';

console.log(String(parseQuantity('1.5Gi').add('512Mi')));
// 2Gi

console.log(parseQuantity('500m').compare(0.5));
// 0

console.log(['2Gi', '1G', '1024Mi'].toSorted(compareQuantities).join());
// 1G,1024Mi,2Gi

const timeout = parseDuration('1h30m');
console.log(timeout.milliseconds);
// 5400000

console.log(String(timeout.add('45s')));
// 1h30m45s
