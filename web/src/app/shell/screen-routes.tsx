import type { ComponentType } from 'react';
import { redirect, type RouteObject } from 'react-router';
import { wantPageTexts } from '../../text/i18n.ts';
import { EnteredWork } from '../entered-work.tsx';
import { type Screen, SCREENS, SEGMENT_STARTS } from '../screens.ts';
import type { ScreenHandle } from '../../ui/menu/screen-menus.ts';
import { requireDistribution, requireSession } from './shell-loaders.ts';

async function gated(menu: Screen['menu'], Page: ComponentType): Promise<Pick<RouteObject, 'element'>> {
  if (menu === null) return { element: <Page /> };
  const { Gate } = await import('./gate.tsx');
  return {
    element: (
      <Gate menu={menu}>
        <Page />
      </Gate>
    ),
  };
}

/** Exposes the menus of a screen to code that looks up the current screen. */
const handleOf = (menu: Screen['menu']): ScreenHandle => ({ menus: menu === null ? [] : [menu].flat() });

/**
 * The route of a screen: loads the texts of its pages with it, and opens it to people with the permission for its menu.
 */
const routeOf = ({ path, menu, load }: Screen, more: Pick<RouteObject, 'loader' | 'handle'> = {}): RouteObject => ({
  path,
  handle: handleOf(menu),
  ...more,
  lazy: async () => {
    const [{ default: Page }] = await Promise.all([load(), wantPageTexts()]);
    return gated(menu, Page);
  },
});

/** The paths of the screens (specification, section 2). */
export const inShell: RouteObject[] = [
  ...Object.entries(SEGMENT_STARTS).map(([path, start]) => ({ path, loader: () => redirect(`/${start}`) })),
  ...SCREENS.flatMap((screen): RouteObject[] => {
    if (screen.menu === 'alarm-monitor') return [];
    if (screen.menu === 'live-map') return [liveMap(screen)];
    if (screen.menu !== 'distribution') return [routeOf(screen)];
    // The specification's privilege check replaces the menu's permission (section 6).
    return [routeOf({ ...screen, menu: null }, { loader: requireDistribution, handle: handleOf(screen.menu) })];
  }),
];

/** The texts of the live map are loaded with those of the shell. */
function liveMap({ path, menu, load }: Screen): RouteObject {
  return {
    path: `${path}/:vehicleId?`,
    handle: handleOf(menu),
    lazy: async () => {
      const { default: Page } = await load();
      return gated(menu, Page);
    },
  };
}

/** Screens that fill their own window, without the shell and its parts. */
export const windowRoutes: RouteObject[] = SCREENS.filter(({ menu }) => menu === 'alarm-monitor').map((screen) =>
  routeOf(
    { ...screen, load: async () => ({ default: withEnteredWork((await screen.load()).default) }) },
    { loader: requireSession },
  ),
);

function withEnteredWork(Page: ComponentType): ComponentType {
  return function Window() {
    return (
      <>
        <EnteredWork />
        <Page />
      </>
    );
  };
}
