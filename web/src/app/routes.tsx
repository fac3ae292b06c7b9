import type { ComponentType } from 'react';
import { createBrowserRouter, Outlet, redirect, replace, type RouteObject } from 'react-router';
import { checkBeside, checkOnLoad, leadOn, toNotFound, toSignIn } from './loaders.ts';
import { LoadError } from './load-error.tsx';
import { RouteProgress, StartScreen } from './route-progress.tsx';
import { wantPageTexts } from '../text/i18n.ts';
import { segments } from './segments.ts';

function Root() {
  return (
    <>
      <RouteProgress />
      <Outlet />
    </>
  );
}

/** A page of authentication, whose texts are there from the start. */
const first = (
  path: string,
  name: keyof Awaited<ReturnType<typeof segments.authentication>>,
  more: Pick<RouteObject, 'loader'> = {},
): RouteObject => ({
  path,
  ...more,
  lazy: async () => ({ Component: (await segments.authentication())[name] }),
});

const shellLoaders = () => import('./shell/shell-loaders.ts');

/** A segment along with the texts of its pages. */
async function withTexts<Segment>(load: () => Promise<Segment>): Promise<Segment> {
  const [segment] = await Promise.all([load(), wantPageTexts()]);
  return segment;
}

/** A path whose page is the default export of its segment. */
const page = (path: string, load: () => Promise<{ default: ComponentType }>): RouteObject => ({
  path,
  lazy: async () => ({ Component: (await withTexts(load)).default }),
});

/** A path whose page is one of several of its segment. */
const part = <Name extends string>(
  path: string,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
  more: Pick<RouteObject, 'loader'> = {},
): RouteObject => ({
  path,
  ...more,
  lazy: async () => ({ Component: (await withTexts(load))[name] }),
});

/** The table of paths. Each root segment is one lazily loaded chunk of its own name (specification, section 2). */
const inShell: RouteObject[] = [
  { path: 'dashboard', loader: () => redirect('/dashboard/main') },
  part('dashboard/main', segments.dashboard, 'MainDashboard'),
  part('dashboard/alarms', segments.dashboard, 'AlarmsPage'),
  part('dashboard/distribution-main', segments.dashboard, 'DistributionDashboard', {
    loader: async (visit) => (await shellLoaders()).requireDistribution(visit),
  }),
  page('email', segments.email),
  page('apps', segments.apps),
  page('widget', segments.widget),
  page('ui', segments.ui),
  page('forms', segments.forms),
  page('tables', segments.tables),
  page('media', segments.media),
  page('charts', segments.charts),
  page('timeline', segments.timeline),
  page('icons', segments.icons),
  part('maps', segments.maps, 'MapsPage'),
  part('maps/component', segments.maps, 'MapComponentPage'),
  { path: 'extra-pages', loader: () => redirect('/extra-pages/profile') },
  part('extra-pages/profile', segments.extraPages, 'ProfilePage'),
  part('extra-pages/help', segments.extraPages, 'HelpPage'),
  part('extra-pages/about', segments.extraPages, 'AboutPage'),
  // Its texts come with the shell's.
  { path: 'track-vehicle/:vehicleId?', lazy: async () => ({ Component: (await segments.trackVehicle()).default }) },
  page('expenses', segments.expenses),
  part('reports', segments.reports, 'ReportsPage'),
  part('reports/vehicle-installation', segments.reports, 'VehicleInstallationPage'),
  page('gallery', segments.gallery),
  part('vehicle-info', segments.vehicleInfo, 'VehicleInfoPage'),
  part('vehicle-info/:vehicleId', segments.vehicleInfo, 'VehiclePage'),
  page('driver-info', segments.driverInfo),
  part('history', segments.history, 'HistoryPage'),
  part('history/fleet', segments.history, 'FleetPastPage'),
  { path: 'settings', loader: () => redirect('/settings/devices') },
  part('settings/devices', segments.settings, 'DevicesPage'),
  part('settings/connect-device', segments.settings, 'ConnectDevicePage'),
  part('settings/alarm-rules', segments.settings, 'AlarmRulesPage'),
  part('settings/webhooks', segments.settings, 'WebhooksPage'),
  part('settings/territory-settings', segments.settings, 'TerritorySettingsPage'),
  page('geo-fence', segments.geoFence),
  page('in-out-location', segments.inOutLocation),
  { path: 'admin', loader: () => redirect('/admin/users') },
  part('admin/users', segments.admin, 'UsersPage'),
  part('admin/roles', segments.admin, 'RolesPage'),
  part('admin/menus', segments.admin, 'MenusPage'),
  part('admin/organisations', segments.admin, 'OrganisationsPage'),
  part('admin/sessions', segments.admin, 'SessionsPage'),
  part('admin/audit-log', segments.admin, 'AuditLogPage'),
  part('admin/api-tokens', segments.admin, 'ApiTokensPage'),
  part('admin/outbox', segments.admin, 'OutboxPage'),
  part('admin/payments', segments.admin, 'PaymentsPage'),
  page('downloads', segments.downloads),
];

/** Pages that fill a screen of their own. */
const wholeScreen: RouteObject[] = [
  // Open to whoever has the link; its token stands behind the hash, which no proxy sees.
  part('track-vehicle/shared', () => import('../features/share/share-segment.ts'), 'SharedPage'),
  // Links of a former version; the server leads on what is loaded anew.
  { path: 'track-vehicle/shared/:token', loader: ({ params }) => replace(`/track-vehicle/shared#${params['token']}`) },
  part('dashboard/alarm-monitor', segments.dashboard, 'AlarmMonitorPage', {
    loader: async (visit) => (await shellLoaders()).requireSession(visit),
  }),
];

/** The session is checked on load of every page but signin and reset-password (specification, section 4). */
const paths: RouteObject[] = [
  { index: true, loader: toSignIn, Component: StartScreen },
  first('authentication/signin', 'SigninPage', { loader: leadOn }),
  first('authentication/forgot-password', 'ForgotPasswordPage', { loader: checkBeside }),
  first('authentication/reset-password', 'ResetPasswordPage'),
  first('authentication/page404', 'Page404', { loader: checkOnLoad }),
  first('authentication/page500', 'Page500', { loader: checkOnLoad }),
  ...wholeScreen,
  {
    lazy: async () => ({ Component: (await import('./shell/shell.tsx')).Shell }),
    loader: async (visit) => (await shellLoaders()).requireSession(visit),
    shouldRevalidate: () => false,
    children: [{ ErrorBoundary: LoadError, children: inShell }],
  },
  { path: '*', loader: toNotFound, Component: StartScreen },
];

export const router = createBrowserRouter([
  { path: '/', Component: Root, ErrorBoundary: LoadError, HydrateFallback: StartScreen, children: paths },
]);
