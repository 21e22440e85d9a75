export { patternProblem } from './re2/pattern-problem.ts';
