/** A CEL expression that must be true for the API server to call a webhook or to apply a policy. */
export interface MatchCondition {
  readonly name: string;
  readonly expression: string;
}
