import type { DevProject } from '../../dev/dev-project.ts';
import { type DevReports, eventResult } from './dev-reports.ts';

/** Applies config/samples: on request, and once at the start if wanted. */
export class DevSamples {
  readonly #project: DevProject;
  readonly #reports: DevReports;
  #wanted: boolean;

  constructor(project: DevProject, { reports, wanted }: { reports: DevReports; wanted: boolean }) {
    this.#project = project;
    this.#reports = reports;
    this.#wanted = wanted;
  }

  /** Applies them if they are wanted and have not been applied yet. */
  async applyOnce(): Promise<void> {
    if (!this.#wanted) return;
    this.#wanted = false;
    await this.apply();
  }

  apply(): Promise<void> {
    return this.#reports.during(async () => {
      const objects = await this.#project.applySamples();
      const text =
        objects.length === 0 ? 'config/samples contains no objects' : `applied ${objects.join(', ')}`;
      return eventResult({ event: 'samples', objects }, text);
    });
  }
}
