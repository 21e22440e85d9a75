import { type Diagnostic, UserError } from '../../diagnostics.ts';
import type { DevProject } from '../../dev/dev-project.ts';
import { Disk } from '../../disk/disk.ts';
import type { ActionContext } from '../action-context.ts';
import type { ChangedFile } from '../action-result.ts';
import { writeManifests } from '../manifests/write-manifests.ts';
import { type DevReports, eventResult } from './dev-reports.ts';

export interface DevManifestsOptions {
  context: ActionContext;
  root: string;
  project: DevProject;
  reports: DevReports;
  /** Called after the manifests were applied. */
  onApplied: () => Promise<void>;
}

/** Generates the manifests after each change, and applies them to the cluster. */
export class DevManifests {
  readonly #options: DevManifestsOptions;
  #disk = new Disk();
  #isApplied = false;

  constructor(options: DevManifestsOptions) {
    this.#options = options;
  }

  /** The files and folders that the manifests were generated from. */
  get sources(): readonly string[] {
    return this.#disk.asked;
  }

  /** Whether the manifests have been applied once. */
  get isApplied(): boolean {
    return this.#isApplied;
  }

  /** Generates the manifests, and applies them if they differ. */
  async apply(): Promise<{ changed: boolean; reported: readonly Diagnostic[] }> {
    const { context, onApplied, project, reports, root } = this.#options;
    let files: readonly ChangedFile[] | undefined;
    let reported: readonly Diagnostic[] = [];
    await reports.during(async () => {
      this.#disk = new Disk(this.#disk);
      const writing = writeManifests(context, root, { cache: false }, { disk: this.#disk });
      const result = await writing.catch((error: unknown) => {
        if (error instanceof UserError) reported = error.diagnostics;
        throw error;
      });
      files = result.changed ?? [];
      const written = files.map(({ path }) => path).join(', ');
      return { ...result, text: written === '' ? '' : `wrote ${written}` };
    });
    if (this.#isApplied && (files === undefined || files.length === 0)) return { changed: false, reported };
    await reports.during(async () => {
      const diagnostics = await project.apply();
      this.#isApplied = true;
      await onApplied();
      return eventResult({ event: 'manifests', changed: files }, '', diagnostics);
    });
    return { changed: true, reported };
  }
}
