import { useMay, useSetup } from '../../api/setup.ts';

/** Whether the person manages more than one organisation, and may take away here and add there. */
export function useMayMove(menu: 'vehicles' | 'devices'): boolean {
  // Unknown in an answer that an older version kept.
  const several = useSetup().data?.manyOrganisations ?? false;
  const [mayCreate, mayDelete] = [useMay(menu, 'create'), useMay(menu, 'delete')];
  return several && mayCreate && mayDelete;
}
