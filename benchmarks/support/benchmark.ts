/** One question asked of opgen and a peer, with the answer as a section of results.md. */
export interface Benchmark {
  /** What it is called on the command line. */
  name: string;
  title: string;
  /** Measures, and returns the section's text in Markdown, without its heading. */
  run(bench: Bench): Promise<string>;
}

/** What a benchmark works with. */
export interface Bench {
  /** How often each subject is measured. */
  rounds: number;
  /** An empty folder of its own, outside the checkout. */
  folder: string;
  /** Says what is going on, on stderr. */
  progress(message: string): void;
}
