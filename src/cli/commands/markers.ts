import { Command } from 'commander';
import { withCommonOptions } from '../arguments/common-options.ts';
import type { RunAction } from '../run-action.ts';

export function markersCommand(run: RunAction): Command {
  const command = new Command('markers')
    .description('List the markers, or describe one of them')
    .argument('[name]', 'such as validation:Minimum; without it, all markers are listed');
  return withCommonOptions(command).action((name: string | undefined) =>
    run(async ({ width }) => {
      const { explainMarker, listMarkers } = await import('../../actions/markers.ts');
      return name === undefined ? listMarkers() : explainMarker(name, width);
    }),
  );
}
