import type { Node, Pod } from '@opgen/runtime/kinds/core/v1';

/** Gives each Pod an address in the range of its node. */
export class PodAddresses {
  readonly #taken = new Map<string, string>();

  /** The address of a Pod, which it keeps until it is released. */
  of({ metadata, status }: Pod, { metadata: { name }, spec }: Node): string {
    const known = status?.podIP ?? [...this.#taken].find(([, uid]) => uid === metadata.uid)?.[0];
    if (known !== undefined) {
      this.#taken.set(known, metadata.uid);
      return known;
    }
    const [range = '10.244.0.0/24'] = [spec.podCIDR];
    const [a, b, c] = range.split('.');
    for (let last = 2; last < 255; last += 1) {
      const address = `${a}.${b}.${c}.${last}`;
      if (this.#taken.has(address)) continue;
      this.#taken.set(address, metadata.uid);
      return address;
    }
    throw new Error(`node ${name} has no free Pod address in ${range}`);
  }

  /** Frees the addresses of Pods that no longer exist. */
  keep(uids: ReadonlySet<string>): void {
    for (const [address, uid] of this.#taken) if (!uids.has(uid)) this.#taken.delete(address);
  }
}
