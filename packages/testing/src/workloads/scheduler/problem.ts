/** Why a node is wrong for a Pod. */
export interface Problem {
  readonly reason: string;
  /** Whether the node would be right without some of the Pods on it. */
  readonly isCausedByPods: boolean;
}

export function ofNode(reason: string): Problem {
  return { reason, isCausedByPods: false };
}

export function ofPods(reason: string): Problem {
  return { reason, isCausedByPods: true };
}
