/** A body that is no review: nobody can be answered, so the HTTP status has to say it. */
export class InvalidReviewError extends Error {
  override readonly name = 'BadReview';
}

/** Answers the text of one review with another. Rejects with `BadReview` for what is none. */
export type ReviewHandler = (body: string, signal: AbortSignal) => Promise<object>;

export interface Route {
  readonly purpose: 'defaulting' | 'validation' | 'conversion';
  /** Whose path it is, for errors and the log: `the defaulter of Memcached (cache.example.com/v1)`. */
  readonly owner: string;
  readonly handle: ReviewHandler;
}

/** What the API server may ask for, by path. */
export class Routes {
  readonly #routes = new Map<string, Route>();

  add(path: string, route: Route): void {
    if (!/^\/[\w./-]*$/.test(path)) {
      throw new Error(
        `invalid path for ${route.owner}: expected a path such as /validate-cache, got ${path}`,
      );
    }
    const taken = this.#routes.get(path);
    if (taken !== undefined) {
      throw new Error(
        `${path} is used by both ${taken.owner} and ${route.owner}: set another path with { path }`,
      );
    }
    this.#routes.set(path, route);
  }

  find(path: string): Route | undefined {
    return this.#routes.get(path);
  }

  /** Whether there is a route for it. */
  serves(purpose: Route['purpose']): boolean {
    return [...this.#routes.values()].some((route) => route.purpose === purpose);
  }

  get paths(): readonly string[] {
    return [...this.#routes.keys()];
  }
}
