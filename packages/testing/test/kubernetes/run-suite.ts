import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The outcome of one spec. */
export interface SpecOutcome {
  /** Its full name, such as `[sig-api-machinery] Watchers should … [Conformance]`. */
  readonly name: string;
  readonly isPassed: boolean;
  /** Why it failed; empty if it passed. */
  readonly failure: string;
  readonly seconds: number;
}

/** The parts of Ginkgo's JSON report that matter here. */
interface Report {
  readonly SpecReports: readonly {
    readonly LeafNodeType: string;
    readonly LeafNodeText: string;
    readonly ContainerHierarchyTexts: readonly string[] | null;
    readonly State: string;
    readonly RunTime: number;
    readonly Failure?: Failure;
    /** What failed after a timeout, which says more. */
    readonly AdditionalFailures?: readonly { readonly Failure: Failure }[] | null;
  }[];
}

interface Failure {
  readonly Message: string;
}

/** The names of all specs whose full name matches a regular expression of Go. */
export async function listSpecs(binary: string, focus: string): Promise<string[]> {
  const report = await ginkgo(binary, [`--ginkgo.focus=${focus}`, '--ginkgo.dry-run']);
  return outcomes(report)
    .map(({ name }) => name)
    .toSorted();
}

/** How to run specs. */
export interface RunOptions {
  readonly kubeconfig: string;
  /** How long one process may take. */
  readonly minutes: number;
  /** How many processes run at the same time. */
  readonly processes: number;
  /** How many specs a process runs. Starting one takes a second or two of processor time. */
  readonly specsOfProcess: number;
  readonly onOutcome: (outcome: SpecOutcome) => void;
}

/** Runs specs as the administrator of a kubeconfig. Those that are `[Serial]` run alone after all others. */
export async function runSpecs(
  binary: string,
  names: readonly string[],
  options: RunOptions,
): Promise<SpecOutcome[]> {
  const folder = await mkdtemp(join(tmpdir(), 'opgen-kubernetes-e2e-'));
  const kubeconfig = join(folder, 'kubeconfig');
  const all: SpecOutcome[] = [];
  const runAll = async (some: readonly string[], processes: number): Promise<void> => {
    const left = batches(some, options.specsOfProcess);
    const run = async (): Promise<void> => {
      for (let batch = left.shift(); batch !== undefined; batch = left.shift()) {
        const outcome = await runBatch(binary, batch, kubeconfig, options.minutes).catch((error: unknown) =>
          batch.map((name): SpecOutcome => ({ name, isPassed: false, failure: String(error), seconds: 0 })),
        );
        outcome.forEach(options.onOutcome);
        all.push(...outcome);
      }
    };
    await Promise.all(Array.from({ length: processes }, run));
  };
  try {
    await writeFile(kubeconfig, options.kubeconfig, { mode: 0o600 });
    await runAll(
      names.filter((name) => !isSerial(name)),
      options.processes,
    );
    await runAll(names.filter(isSerial), 1);
    return all;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function isSerial(name: string): boolean {
  return name.includes('[Serial]');
}

async function runBatch(
  binary: string,
  names: readonly string[],
  kubeconfig: string,
  minutes: number,
): Promise<SpecOutcome[]> {
  const report = await ginkgo(binary, [
    `--kubeconfig=${kubeconfig}`,
    '--provider=skeleton',
    `--ginkgo.timeout=${minutes}m`,
    '--ginkgo.grace-period=5s',
    ...names.map((name) => `--ginkgo.focus=${name.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)}`),
  ]);
  return outcomes(report);
}

function batches(names: readonly string[], size: number): string[][] {
  const count = Math.ceil(names.length / size);
  return Array.from({ length: count }, (_, index) => names.slice(index * size, (index + 1) * size));
}

/** Runs the suite. It exits with an error if a spec fails, so only its report tells what happened. */
async function ginkgo(binary: string, args: readonly string[]): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'opgen-kubernetes-e2e-'));
  const path = join(folder, 'report.json');
  try {
    const output = await new Promise<string>((resolve) => {
      const options = { cwd: folder, maxBuffer: 1024 * 1024 * 1024 };
      const all = [...args, `--ginkgo.json-report=${path}`, '--ginkgo.no-color'];
      execFile(binary, all, options, (_error, stdout, stderr) => resolve(stdout + stderr));
    });
    const report = await readFile(path, 'utf8').catch(() => {
      throw new Error(`the suite wrote no report:\n${output.slice(-5000)}`);
    });
    const [suite] = JSON.parse(report) as [Report];
    const setup = suite.SpecReports.find((each) => each.LeafNodeType !== 'It' && each.State === 'failed');
    if (setup !== undefined) throw new Error(`the suite could not start: ${setup.Failure?.Message}`);
    return suite;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function outcomes({ SpecReports }: Report): SpecOutcome[] {
  return SpecReports.filter(({ LeafNodeType, State }) => LeafNodeType === 'It' && State !== 'skipped').map(
    ({ ContainerHierarchyTexts, LeafNodeText, State, Failure, AdditionalFailures, RunTime }) => ({
      name: [...(ContainerHierarchyTexts ?? []), LeafNodeText].join(' '),
      isPassed: State === 'passed',
      failure:
        State === 'passed'
          ? ''
          : [
              ...(AdditionalFailures ?? []).map((each) => each.Failure.Message),
              Failure?.Message ?? State,
            ].join('; '),
      seconds: RunTime / 1e9,
    }),
  );
}
