import { Command } from 'commander';
import { withCommonOptions } from '../common-options.ts';
import type { Deliver } from '../deliver.ts';
import { type Session, widthOf } from '../session.ts';

export function markersCommand(session: Session, deliver: Deliver): Command {
  const command = new Command('markers')
    .description('Tell which markers there are, and what each of them does')
    .argument('[name]', 'such as validation:Minimum; without one, all markers are listed');
  return withCommonOptions(command).action((name: string | undefined) =>
    deliver(async () => {
      const { explainMarker, listMarkers } = await import('../markers.ts');
      return name === undefined ? listMarkers() : explainMarker(name, widthOf(session.stdout));
    }),
  );
}
