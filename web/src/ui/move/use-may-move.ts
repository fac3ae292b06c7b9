import { useMay, useSetup } from '../../api/setup.ts';

/** True if the person manages more than one organisation, and may both delete and create in this menu. */
export function useMayMove(menu: 'vehicles' | 'devices'): boolean {
  // Missing in a reply that an older version cached.
  const several = useSetup().data?.manyOrganisations ?? false;
  const [mayCreate, mayDelete] = [useMay(menu, 'create'), useMay(menu, 'delete')];
  return several && mayCreate && mayDelete;
}
