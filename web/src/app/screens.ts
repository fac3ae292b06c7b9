import { IMPORT_KIND_NAMES, importSpec } from '@milepost/contract/import-kinds';
import { LIST_MENUS, MENU_KEYS, type MenuKey, menuPath } from '@milepost/contract/menus';
import { type Load, loadBilling, loadPlan, SCREEN_OF_MENU } from './screen-of-menu.ts';

export interface Screen {
  /** Without a leading slash. */
  path: string;
  /**
   * The menu that a person must be allowed to view, or several of which one suffices; null if open to every signed-in
   * person.
   */
  menu: MenuKey | readonly MenuKey[] | null;
  load: Load;
  /** The catalogue key of its title, if it is not in the menu under its own path. */
  title?: string;
  /** The catalogue key of further words by which it is found. */
  words?: string;
}

const loadImport: Load = () => import('../features/import/import-page.tsx');

/** The import of each kind of record: one screen at several paths. */
const IMPORT_SCREENS = IMPORT_KIND_NAMES.map((kind): Screen => {
  const { path, menu } = importSpec(kind);
  return { path, menu, title: `import.title.${kind}`, load: loadImport };
});

/** Screens outside of the menu: under the permission of one, or for everybody. */
const OTHER_SCREENS: readonly Screen[] = [
  {
    path: 'vehicle-info/:vehicleId',
    menu: 'vehicles',
    load: () => import('../features/vehicle-info/vehicle-page.tsx'),
  },
  {
    path: 'vehicle-info/sensor-profiles',
    menu: 'vehicles',
    title: 'sensors.profile.title',
    load: () => import('../features/vehicle-info/sensors/profiles-page.tsx'),
  },
  {
    path: 'vehicle-info/maintenance/orders',
    menu: 'maintenance',
    title: 'maintenance.order.title',
    load: () => import('../features/vehicle-info/maintenance/orders/orders-page.tsx'),
  },
  {
    path: 'vehicle-info/maintenance/inspections',
    menu: 'maintenance',
    title: 'maintenance.inspection.title',
    load: () => import('../features/vehicle-info/maintenance/inspections/inspections-page.tsx'),
  },
  {
    path: 'vehicle-info/maintenance/inspections/:inspectionId',
    // A driver inspects their own vehicle, and sees their own inspections.
    menu: ['maintenance', 'my-day'],
    load: () => import('../features/vehicle-info/maintenance/inspections/inspection-page.tsx'),
  },
  {
    path: 'vehicle-info/maintenance/inspect',
    // A driver inspects their own vehicle, and sees their own inspections.
    menu: ['maintenance', 'my-day'],
    title: 'maintenance.inspect.title',
    load: () => import('../features/vehicle-info/maintenance/inspect/inspect-page.tsx'),
  },
  {
    path: 'vehicle-info/maintenance/checklists',
    menu: 'maintenance',
    title: 'maintenance.checklist.title',
    load: () => import('../features/vehicle-info/maintenance/checklists/checklists-page.tsx'),
  },
  {
    path: 'vehicle-info/maintenance/plans',
    menu: 'maintenance',
    title: 'maintenance.plan.title',
    load: () => import('../features/vehicle-info/maintenance/plans/plans-page.tsx'),
  },
  ...IMPORT_SCREENS,
  {
    path: 'settings/outlets/place',
    menu: 'outlets',
    title: 'outlets.placing.title',
    load: () => import('../features/settings/outlets/place/place-outlets-page.tsx'),
  },
  {
    path: 'settings/outlets/:outletId',
    menu: 'outlets',
    load: () => import('../features/settings/outlets/outlet-page.tsx'),
  },
  {
    path: 'settings/territory-settings',
    menu: 'outlets',
    title: 'territories.title',
    load: () => import('../features/settings/territory-settings/territory-settings-page.tsx'),
  },
  {
    path: 'settings/routes/:routeId',
    menu: 'routes',
    load: () => import('../features/settings/routes/route-page.tsx'),
  },
  {
    path: 'settings/runs',
    menu: 'routes',
    title: 'routes.runs',
    load: () => import('../features/settings/routes/runs/runs-page.tsx'),
  },
  {
    path: 'settings/runs/:runId',
    menu: ['routes', 'distribution'],
    load: () => import('../features/settings/routes/run/run-page.tsx'),
  },
  {
    path: 'settings/spread',
    menu: 'routes',
    title: 'spread.title',
    load: () => import('../features/settings/routes/spread/spread-page.tsx'),
  },
  {
    path: 'settings/depots',
    menu: 'routes',
    title: 'routes.depot.title',
    load: () => import('../features/settings/routes/depots/depots-page.tsx'),
  },
  {
    path: 'driver-info/:driverId',
    menu: 'drivers',
    load: () => import('../features/driver-info/driver-page.tsx'),
  },
  ...['totals', 'recurring'].map((name): Screen => ({
    path: `expenses/${name}`,
    menu: 'expenses',
    title: `expenses.screen.${name}`,
    load: loadPlan,
  })),
  {
    path: 'media/files',
    menu: 'media',
    title: 'media.title',
    load: () => import('../features/media/files/files-page.tsx'),
  },
  ...['invoices', 'plans', 'payments'].map((name): Screen => ({
    path: `admin/${name}`,
    menu: 'subscriptions',
    title: `subscriptions.screen.${name}`,
    ...(name === 'invoices' && { words: 'subscriptions.invoice-words' }),
    load: loadBilling,
  })),
  {
    path: 'admin/legal-holds',
    menu: 'organisations',
    title: 'legal-holds.title',
    load: () => import('../features/admin/legal-holds/legal-holds-page.tsx'),
  },
  {
    path: 'private-trips/marks',
    menu: 'private-trips',
    title: 'private-time.marks-title',
    load: () => import('../features/private-trips/private-marks-page.tsx'),
  },
  {
    path: 'history/fleet',
    menu: 'history',
    title: 'history.fleet.title',
    load: () => import('../features/history/fleet/fleet-past-page.tsx'),
  },
  {
    path: 'history/tows',
    menu: 'history',
    title: 'tows.title',
    load: () => import('../features/history/tows/tows-page.tsx'),
  },
  {
    path: 'downloads',
    menu: ['reports', ...LIST_MENUS],
    title: 'downloads.title',
    load: () => import('../features/downloads/downloads-page.tsx'),
  },
  {
    path: 'reports/schedules',
    menu: 'reports',
    title: 'schedules.title',
    load: () => import('../features/reports/schedules/schedules-page.tsx'),
  },
  {
    path: 'reports/saved/:id',
    menu: 'reports',
    load: () => import('../features/reports/saved/saved-page.tsx'),
  },
  {
    path: 'reports/:report',
    menu: 'reports',
    load: () => import('../features/reports/report-page.tsx'),
  },
  {
    path: 'charts/component',
    menu: 'charts',
    title: 'charts.title',
    load: () => import('../features/showcase/charts/charts-page.tsx'),
  },
  {
    path: 'maps/component',
    menu: 'maps',
    title: 'maps.component.title',
    load: () => import('../features/showcase/map/map-component-page.tsx'),
  },
  {
    path: 'extra-pages/profile',
    menu: null,
    title: 'profile.title',
    load: () => import('../features/extra-pages/profile/profile-page.tsx'),
  },
  {
    path: 'extra-pages/help',
    menu: null,
    title: 'help.title',
    load: () => import('../features/extra-pages/help/help-page.tsx'),
  },
  {
    path: 'extra-pages/about',
    menu: null,
    title: 'about.title',
    load: () => import('../features/extra-pages/about/about-page.tsx'),
  },
];

/** Every screen inside the shell. */
export const SCREENS: readonly Screen[] = [
  ...MENU_KEYS.map((menu) => ({ path: menuPath(menu), menu, load: SCREEN_OF_MENU[menu] })),
  ...OTHER_SCREENS,
];

/** The target of an address that consists of a root segment alone. */
export const SEGMENT_STARTS = {
  dashboard: 'dashboard/main',
  'extra-pages': 'extra-pages/profile',
  settings: 'settings/devices',
  media: 'media/documents',
  apps: 'apps/calendar',
  admin: 'admin/users',
} as const;

/** The screen with its own title at this address; undefined if it has none. */
export const titledScreen = (pathname: string): Screen | undefined =>
  SCREENS.find(({ path, title }) => title !== undefined && `${pathname}/`.startsWith(`/${path}/`));

/**
 * The screens with their own title that no menu lists, limited to those that are built and that this person may see.
 */
export const screensBesideMenu = (
  mayView: (menu: MenuKey) => boolean,
): (Pick<Screen, 'path' | 'menu' | 'words'> & { title: string })[] =>
  OTHER_SCREENS.flatMap(({ path, menu, title, words }) =>
    title !== undefined && (menu === null || [menu].flat().some(mayView))
      ? [{ path, menu, title, ...(words !== undefined && { words }) }]
      : [],
  );
