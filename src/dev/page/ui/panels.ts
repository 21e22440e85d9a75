import type { ComponentType } from 'preact';
import { ControllersPanel } from './controllers/controllers-panel.tsx';
import { FaultsPanel } from './faults/faults-panel.tsx';
import { ObjectsPanel } from './objects/objects-panel.tsx';
import { PermissionsPanel } from './permissions/permissions-panel.tsx';
import { TimelinePanel } from './timeline/timeline-panel.tsx';

/** A tab of the page. */
interface PanelDefinition {
  readonly id: string;
  readonly title: string;
  readonly Panel: ComponentType;
}

export const panels: readonly PanelDefinition[] = [
  { id: 'objects', title: 'Objects', Panel: ObjectsPanel },
  { id: 'timeline', title: 'Timeline', Panel: TimelinePanel },
  { id: 'controllers', title: 'Controllers', Panel: ControllersPanel },
  { id: 'permissions', title: 'Permissions', Panel: PermissionsPanel },
  { id: 'faults', title: 'Faults', Panel: FaultsPanel },
];
