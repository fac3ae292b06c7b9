import { Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router';
import { KeyHelp } from '../key-help.tsx';
import { useFormatRevision } from '../../api/language.ts';
import { catchUp, listenToOtherWindows } from '../../api/other-windows.ts';
import { PaletteHost } from '../palette/palette-host.tsx';
import { PanelHost } from '../panel/panel-host.tsx';
import { usePanelEffects } from '../panel/use-panel-effects.ts';
import { NoticeHost } from '../../ui/notice/notice-host.tsx';
import { Side } from './side.tsx';
import './cut-off.css';
import classes from './shell.module.css';
import { SignOutCover } from './sign-out-cover.tsx';
import { TopBar } from './top-bar.tsx';
import { useCurrentMenu } from '../../ui/menu/use-current-menu.ts';
import { useMenu } from '../../ui/menu/use-menu.ts';
import { usePageScroll } from './use-page-scroll.ts';
import { useSidebar } from './use-sidebar.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { useMay } from '../../api/setup.ts';
import { useCall } from '../../api/use-call.ts';

/** Loaded immediately, but after the page: nothing can be entered before that is loaded. */
const EnteredWork = lazyPart(async () => ({ default: (await import('../entered-work.tsx')).EnteredWork }));
const SideDrawer = lazyPart(() => import('./side-drawer.tsx'));
const ServerBanner = lazyPart(() => import('../../features/admin/server-banner.tsx'));
const NOTICES_EVERY_MS = 60_000;

/** The frame of every page except those of authentication: the left menu, the top bar, the page. */
export function Shell() {
  const { t } = useTranslation();
  const sidebar = useSidebar();
  const menu = useMenu();
  const formatRevision = useFormatRevision();
  const [panelOpen, setPanelOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  const bar = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => void listenToOtherWindows(), []);
  useEffect(() => void catchUp(pathname), [pathname]);
  usePanelEffects();
  usePageScroll(main, bar);

  const items = menu.data?.menuList ?? [];
  return (
    <>
      <CurrentMenu />
      <SignOutCover />
      <Suspense>
        <EnteredWork />
      </Suspense>
      <NoticeHost />
      <div className={classes.shell} data-side-closed={sidebar.closed || undefined}>
        <a href="#page" className={classes.skip}>
          {t('shell.skip')}
        </a>
        {sidebar.phone ? (
          <Suspense>
            <SideDrawer opened={sidebar.drawerOpen} onClose={sidebar.closeDrawer}>
              <Side items={items} closed={false} onExpand={sidebar.expand} onLeave={sidebar.closeDrawer} />
            </SideDrawer>
          </Suspense>
        ) : (
          <Side items={items} closed={sidebar.closed} onExpand={sidebar.expand} />
        )}
        <TopBar ref={bar} items={items} sidebar={sidebar} onPanel={() => setPanelOpen(true)} />
        <div className={classes.banner}>
          <ServerWatch />
        </div>
        <main ref={main} id="page" tabIndex={-1} className={classes.main}>
          {/* Values that are formatted by the person's settings are rendered again when these change. */}
          <Outlet key={formatRevision} />
        </main>
      </div>
      <PanelHost opened={panelOpen} onClose={() => setPanelOpen(false)} />
      <PaletteHost items={items} />
      <KeyHelp />
    </>
  );
}

/** A separate component, because each step of a navigation renders it again. */
function CurrentMenu() {
  useCurrentMenu();
  return null;
}

/**
 * Shows the operator of the server on every screen that it needs attention, or was updated; those of administration show
 * it in full.
 */
function ServerWatch() {
  const enabled = useMay('server', 'view');
  const { pathname } = useLocation();
  const { data } = useCall('get-server-notices', {}, { refetchInterval: NOTICES_EVERY_MS, enabled });
  const rows = data?.rows.filter(({ kind }) => kind !== 'map-index') ?? [];
  const updatedTo = data?.updatedTo ?? null;
  if (!enabled || (rows.length === 0 && updatedTo === null) || pathname.startsWith('/admin/')) return null;
  return (
    <Suspense>
      <ServerBanner rows={rows} updatedTo={updatedTo} />
    </Suspense>
  );
}
