import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { createBrowserRouter, Outlet, type RouteObject } from 'react-router';
import { requireSession, toNotFound, toStart } from './loaders.ts';
import { LoadError } from './load-error.tsx';
import { RouteProgress, StartScreen } from './route-progress.tsx';
import { Shell } from './shell/shell.tsx';
import { NotificationHost } from '../ui/notification/notification-host.tsx';

/** Inside the router, so that notifications and dialogs can hold links. */
function Root() {
  return (
    <ModalsProvider>
      <Notifications position="bottom-right" limit={4} />
      <NotificationHost />
      <RouteProgress />
      <Outlet />
    </ModalsProvider>
  );
}

const signin = () => import('../features/authentication/authentication-segment.tsx');
const trackVehicle = () => import('../features/track-vehicle/track-vehicle-page.tsx');
const vehicleInfo = () => import('../features/vehicle-info/vehicle-info-page.tsx');
const settings = () => import('../features/settings/settings-segment.tsx');
const widget = () => import('../features/widget/widget-page.tsx');
const ui = () => import('../features/ui/ui-page.tsx');
const forms = () => import('../features/forms/forms-page.tsx');

/** The table of paths. Each root segment is one lazily loaded chunk. */
const paths: RouteObject[] = [
  { index: true, loader: toStart, Component: StartScreen },
  { path: 'authentication/signin', lazy: async () => ({ Component: (await signin()).SigninPage }) },
  { path: 'authentication/page404', lazy: async () => ({ Component: (await signin()).Page404 }) },
  {
    Component: Shell,
    loader: requireSession,
    shouldRevalidate: () => false,
    children: [
      {
        ErrorBoundary: LoadError,
        children: [
          {
            path: 'track-vehicle/:vehicleId?',
            lazy: async () => ({ Component: (await trackVehicle()).default }),
          },
          { path: 'vehicle-info', lazy: async () => ({ Component: (await vehicleInfo()).default }) },
          { path: 'settings/devices', lazy: async () => ({ Component: (await settings()).DevicesPage }) },
          { path: 'settings/connect-device', lazy: async () => ({ Component: (await settings()).ConnectDevicePage }) },
          { path: 'widget', lazy: async () => ({ Component: (await widget()).default }) },
          { path: 'ui', lazy: async () => ({ Component: (await ui()).default }) },
          { path: 'forms', lazy: async () => ({ Component: (await forms()).default }) },
        ],
      },
    ],
  },
  { path: '*', loader: toNotFound, Component: StartScreen },
];

export const router = createBrowserRouter([
  { path: '/', Component: Root, ErrorBoundary: LoadError, HydrateFallback: StartScreen, children: paths },
]);
