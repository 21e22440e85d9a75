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
      throw new Error(`not a path for ${route.owner}, such as /validate-cache: ${path}`);
    }
    const taken = this.#routes.get(path);
    if (taken !== undefined) {
      throw new Error(
        `${path} is the path of ${taken.owner} and of ${route.owner}: give one of them another with { path }`,
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
