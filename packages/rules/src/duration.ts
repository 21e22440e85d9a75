export { compareDurations, Duration, parseDuration } from './duration/duration.ts';
