import { PUBLIC_PATHS, type PublicPath } from '@milepost/contract/public-paths';
import type { ComponentType } from 'react';
import { createBrowserRouter, Outlet, replace, type RouteObject } from 'react-router';
import { checkBeside, checkOnLoad, leadOn, toNotFound, toSignIn } from './loaders.ts';
import { LoadError } from './load-error.tsx';
import { NoMenu } from './no-menu.ts';
import { RouteProgress, StartScreen } from './route-progress.tsx';
import { wantPageTexts } from '../text/i18n.ts';
import { BASE_PATH } from '../api/base-path.ts';

function Root() {
  return (
    <>
      <RouteProgress />
      <NoMenu />
      <Outlet />
    </>
  );
}

const authentication = () => import('../features/authentication/authentication-segment.tsx');

/** A page of authentication, whose texts are loaded from the start. */
const first = (
  path: string,
  name: Exclude<keyof Awaited<ReturnType<typeof authentication>>, 'SigninSteps' | 'useSteps'>,
  more: Pick<RouteObject, 'loader'> = {},
): RouteObject => ({
  path,
  ...more,
  lazy: async () => ({ Component: (await authentication())[name] }),
});

/** Open to anybody with the link. Its token is behind the hash, which no proxy sees. */
const PUBLIC_PAGES: Readonly<Record<PublicPath, () => Promise<{ default: ComponentType }>>> = {
  'track-vehicle/shared': () => import('../features/share/shared-page.tsx'),
  drive: () => import('../features/drive/drive-page.tsx'),
  delivery: () => import('../features/delivery/delivery-page.tsx'),
  message: () => import('../features/message/message-page.tsx'),
};

const shared: RouteObject[] = [
  ...PUBLIC_PATHS.map((path): RouteObject => ({
    path,
    lazy: async () => {
      const [{ default: Page }, { EnteredWork }] = await Promise.all([
        PUBLIC_PAGES[path](),
        import('./entered-work.tsx'),
        wantPageTexts(),
      ]);
      return {
        element: (
          <>
            <EnteredWork />
            <Page />
          </>
        ),
      };
    },
  })),
  // Links of a former version; the server redirects on a full load.
  { path: 'track-vehicle/shared/:token', loader: ({ params }) => replace(`/track-vehicle/shared#${params['token']}`) },
];

const shellLoaders = () => import('./shell/shell-loaders.ts');
const shell = () => import('./shell/shell.tsx');

/** The session is checked on load of every page except signin and reset-password (specification, section 4). */
const paths: RouteObject[] = [
  { index: true, loader: toSignIn, Component: StartScreen },
  first('authentication/signin', 'SigninPage', { loader: leadOn }),
  first('authentication/forgot-password', 'ForgotPasswordPage', { loader: checkBeside }),
  first('authentication/reset-password', 'ResetPasswordPage'),
  first('authentication/page404', 'Page404', { loader: checkOnLoad }),
  first('authentication/page500', 'Page500', { loader: checkOnLoad }),
  ...shared,
  {
    lazy: async () => ({ Component: (await shell()).Shell }),
    loader: async (visit) => (await shellLoaders()).requireSession(visit),
    shouldRevalidate: () => false,
    children: [{ id: 'in-shell', ErrorBoundary: LoadError, children: [] }],
  },
  { path: '*', loader: toNotFound, Component: StartScreen },
];

let isTableThere = false;

/** The table of screens is loaded with the first address that is none of the above: sign-in does not need it. */
export const router = createBrowserRouter(
  [{ id: 'root', path: '/', Component: Root, ErrorBoundary: LoadError, HydrateFallback: StartScreen, children: paths }],
  {
    basename: BASE_PATH || '/',
    async patchRoutesOnNavigation({ patch }) {
      if (isTableThere) return;
      // The shell is needed next.
      const [{ windowRoutes: beside, inShell }] = await Promise.all([
        import('./shell/screen-routes.tsx'),
        shell(),
        shellLoaders(),
      ]);
      if (isTableThere) return;
      isTableThere = true;
      patch('root', beside);
      patch('in-shell', inShell);
    },
  },
);
