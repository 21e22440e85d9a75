/** One comparison of opgen with its peers, and its section of results.md. */
export interface Benchmark {
  /** The name on the command line. */
  name: string;
  title: string;
  /** Measures, and returns the section's text in Markdown, without its heading. */
  run(bench: Bench): Promise<string>;
}

/** The environment of a benchmark. */
export interface Bench {
  /** How often each subject is measured. */
  rounds: number;
  /** An empty folder outside of the checkout. */
  folder: string;
  /** Prints progress to stderr. */
  progress(message: string): void;
}
