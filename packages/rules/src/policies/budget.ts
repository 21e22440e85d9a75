/** The API server's cost limit for the expressions of a policy with one binding and one params object. */
export const policyBudget = 10_000_000;
