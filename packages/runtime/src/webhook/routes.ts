/** The body is not a review. There is no uid to respond to, so the HTTP status reports the error. */
export class InvalidReviewError extends Error {
  override readonly name = 'InvalidReviewError';
}

/** Responds to the body of one review with another. Rejects with `InvalidReviewError` if the body is not a review. */
export type ReviewHandler = (body: string, signal: AbortSignal) => Promise<object>;

export interface Route {
  readonly purpose: 'defaulting' | 'validation' | 'conversion';
  /** What the path serves, for errors and the log: `the defaulter of Memcached (cache.example.com/v1)`. */
  readonly owner: string;
  readonly handle: ReviewHandler;
}

/** The webhooks of a server, by path. */
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

  /** Whether any route has this purpose. */
  serves(purpose: Route['purpose']): boolean {
    return [...this.#routes.values()].some((route) => route.purpose === purpose);
  }

  get paths(): readonly string[] {
    return [...this.#routes.keys()];
  }
}
