import { Manager } from '@opgen/runtime';

export function renamed(): Manager {
  return new Manager({ fieldManager: 'shop', formerFieldManagers: ['store'] });
}
