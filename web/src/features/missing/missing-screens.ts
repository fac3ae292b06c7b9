import type { MenuKey } from '@milepost/contract/menus';

/** What works now and does part of the job. */
export type Instead = Extract<
  MenuKey,
  'live-map' | 'dashboard' | 'history' | 'timeline' | 'in-out-location' | 'geo-fence' | 'vehicles' | 'outbox'
>;

interface MissingScreen {
  /** Name of the screen under `missing` in the catalogue. */
  name: string;
  path: string;
  instead: readonly Instead[];
}

/** Screens that the specification names and whose content comes with later work. */
export const MISSING_SCREENS = [
  { name: 'distribution', path: 'dashboard/distribution-main', instead: ['dashboard', 'live-map'] },
] as const satisfies readonly MissingScreen[];
