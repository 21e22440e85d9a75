import type { Node, PersistentVolume, PersistentVolumeClaim, Pod } from '@opgen/runtime/kinds/core/v1';
import type { StorageClass } from '@opgen/runtime/kinds/storage/v1';
import {
  bestVolume,
  claimNamesOf,
  isBound,
  isReachable,
  selectedNode,
  waitsForConsumer,
} from '../volumes/claims.ts';
import { classNameOf } from '../../storage-classes.ts';

/** What the volumes of a Pod mean for its node. */
export interface PodVolumes {
  /** Why the Pod cannot run on any node yet. */
  readonly problem?: string;
  /** Whether all claims have their volumes. */
  readonly isBound: boolean;
  /** Why the Pod cannot run on a node. */
  problemOn(node: Node): string | undefined;
  /** How the claims that wait for a node get their volumes there. */
  plan(node: Node): VolumePlan;
}

export interface VolumePlan {
  readonly reserve: readonly { readonly volume: PersistentVolume; readonly claim: PersistentVolumeClaim }[];
  readonly provision: readonly PersistentVolumeClaim[];
}

/** The volumes of a Pod that has none. */
export const noVolumes: PodVolumes = {
  isBound: true,
  problemOn: () => undefined,
  plan: () => ({ reserve: [], provision: [] }),
};

interface Storage {
  /** The claims in the namespace of the Pod. */
  readonly claims: readonly PersistentVolumeClaim[];
  readonly volumes: readonly PersistentVolume[];
  readonly classes: readonly StorageClass[];
}

const noMatch = "node(s) didn't find available persistent volumes to bind";
const wrongNode = "node(s) didn't match PersistentVolume's node affinity";
const noVolume = 'node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)';
/** Classes with this provisioner have only volumes that someone creates. */
const noProvisioner = 'kubernetes.io/no-provisioner';

export function podVolumes(pod: Pod, { claims, volumes, classes }: Storage): PodVolumes {
  const used: PersistentVolumeClaim[] = [];
  for (const name of claimNamesOf(pod)) {
    const claim = claims.find(({ metadata }) => metadata.name === name);
    const problem = problemWith(claim, name);
    if (problem !== undefined || claim === undefined) return { ...noVolumes, ...(problem && { problem }) };
    used.push(claim);
  }
  const bound = used.filter(isBound);
  const unbound = used.filter((claim) => !isBound(claim));
  const classOf = (claim: PersistentVolumeClaim): StorageClass | undefined =>
    classes.find(({ metadata }) => metadata.name === classNameOf(claim));
  if (!unbound.every((claim) => waitsForConsumer(classOf(claim))))
    return { ...noVolumes, problem: 'pod has unbound immediate PersistentVolumeClaims' };

  const plan = (node: Node): VolumePlan => {
    const taken = new Set<string>();
    const reserve: { volume: PersistentVolume; claim: PersistentVolumeClaim }[] = [];
    const provision: PersistentVolumeClaim[] = [];
    for (const claim of unbound) {
      const isSelected = claim.metadata.annotations?.[selectedNode] !== undefined;
      const volume = isSelected ? undefined : bestVolume(claim, volumes, { node, taken });
      if (volume === undefined) {
        provision.push(claim);
      } else {
        taken.add(volume.metadata.name);
        reserve.push({ volume, claim });
      }
    }
    return { reserve, provision };
  };
  return {
    isBound: unbound.length === 0,
    plan,
    problemOn(node) {
      const existing = bound.map(({ spec }) =>
        volumes.find(({ metadata }) => metadata.name === spec.volumeName),
      );
      if (existing.some((volume) => volume !== undefined && !isReachable(volume, node))) return wrongNode;
      const isElsewhere = unbound.some(({ metadata }) => {
        const selected = metadata.annotations?.[selectedNode];
        return selected !== undefined && selected !== node.metadata.name;
      });
      const { provision } = plan(node);
      if (isElsewhere || provision.some((claim) => classOf(claim)?.provisioner === noProvisioner))
        return noMatch;
      return existing.includes(undefined) ? noVolume : undefined;
    },
  };
}

/** Why a Pod cannot use a claim, whatever its node. */
function problemWith(claim: PersistentVolumeClaim | undefined, name: string): string | undefined {
  const quoted = JSON.stringify(name);
  if (claim === undefined) return `persistentvolumeclaim ${quoted} not found`;
  const { metadata, spec, status } = claim;
  if (status?.phase === 'Lost')
    return `persistentvolumeclaim ${quoted} bound to non-existent persistentvolume ${JSON.stringify(spec.volumeName ?? '')}`;
  if (metadata.deletionTimestamp !== undefined) return `persistentvolumeclaim ${quoted} is being deleted`;
  return undefined;
}
