/** An item of an intrusive linked list: removal needs no search. */
export interface Linked<Item> {
  previous: Item | undefined;
  next: Item | undefined;
}

/** A FIFO list with constant-time removal of any item. An item is in at most one list. */
export class LinkedList<Item extends Linked<Item>> {
  #first: Item | undefined;
  #last: Item | undefined;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(item: Item): void {
    item.previous = this.#last;
    item.next = undefined;
    if (this.#last === undefined) this.#first = item;
    else this.#last.next = item;
    this.#last = item;
    this.#length += 1;
  }

  shift(): Item | undefined {
    const first = this.#first;
    if (first !== undefined) this.remove(first);
    return first;
  }

  remove(item: Item): void {
    if (item.previous === undefined) this.#first = item.next;
    else item.previous.next = item.next;
    if (item.next === undefined) this.#last = item.previous;
    else item.next.previous = item.previous;
    item.previous = undefined;
    item.next = undefined;
    this.#length -= 1;
  }
}
