// Quantities and durations: exact amounts such as 500m or 2Gi, and times such as 1h30m, with the arithmetic of Kubernetes.
export {
  compareDurations,
  compareQuantities,
  parseDuration,
  type ParsedDuration,
  type ParsedQuantity,
  parseQuantity,
} from '../objects/quantities.ts';
