import { Button, useDirection } from '@mantine/core';
import { useElementSize, useFullscreenElement, useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { IconCurrentLocation, IconPlugConnected } from '@tabler/icons-react';
import { Suspense, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useMay, useSetup } from '../../api/setup.ts';
import { liveStore, view as liveView } from '../../live/live-client.ts';
import { useFleetRevision } from '../../live/use-live.ts';
import type { Camera, LiveMap } from '../../map/live-map.ts';
import { useGround } from '../../map/use-ground.ts';
import { wantPageTexts } from '../../text/i18n.ts';
import { EmptyNote } from '../../ui/empty-note.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { BottomSheet } from '../../ui/bottom-sheet/bottom-sheet.tsx';
import { ConnectionSign } from './connection-sign.tsx';
import { FleetPanel } from './fleet-panel.tsx';
import { MapPane } from './map-pane.tsx';
import type { LiveLayer } from './layers-menu.tsx';
import { MapTools } from './map-tools.tsx';
import { heightOf, type Stop } from '../../ui/bottom-sheet/sheet-stops.ts';
import classes from './track-vehicle-page.module.css';
import { useFleetList, useListSettings } from './use-fleet-list.ts';
import { useKeys } from '../../ui/use-keys.ts';
import { inList, rowOf } from './list-target.ts';
import { useTrail } from './use-trail.ts';
import { useViewState } from './use-view-state.ts';
import { HiddenText } from '../../ui/hidden-text/hidden-text.tsx';
import { localStore } from '../../api/local-store.ts';

const FindPanel = lazyPart(async () => (await Promise.all([import('./find-panel.tsx'), wantPageTexts()]))[0]);
const LiveOver = lazyPart(() => import('./live-over.tsx'));
// Lazy-loaded with the first chosen vehicle, since most people look at the map first.
const VehicleCard = lazyPart(async () => ({ default: (await import('./vehicle-card.tsx')).VehicleCard }));

/** The zoom of the map at a location from a link. */
const PLACE_ZOOM = 14;
const PHONE = '(max-width: 767.98px)';
/** The width of the card and its margins, px. */
const CARD_PX = 332;
const WORLD: Camera = [0, 20, 1.5];

const textOf = (value: unknown) => (typeof value === 'string' ? value : null);

/** Reads the location from a navigation's state: its address, or an address to search for. */
function arrivedWith(state: unknown): { place: string | null; find: string | null } {
  if (typeof state !== 'object' || state === null) return { place: null, find: null };
  return {
    place: 'place' in state ? textOf(state.place) : null,
    find: 'find' in state ? textOf(state.find) : null,
  };
}

/** The live map: the fleet as a list and on the map, and the card of the selected vehicle. */
export default function TrackVehiclePage() {
  const { t } = useTranslation();
  const phone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  const setup = useSetup();
  const mayConnect = useMay('connect-device', 'view');
  const { view, change, setCamera, visit } = useViewState();
  const settings = useListSettings();
  const list = useFleetList(view, settings[0]);
  useFleetRevision();
  const trail = useTrail(view.vehicleId);
  const [map, setMap] = useState<LiveMap | null>(null);
  const [cursorId, setCursorId] = useState<number | null>(null);
  /** The vehicle that was opened by the keyboard. */
  const [reached, setReached] = useState<number | null>(null);
  const [stop, setStop] = useState<Stop>('peek');
  const ground = useGround();
  const [over, setOver] = useLocalStorage<LiveLayer[]>({
    key: localStore.keyOf('milepost.live-over'),
    defaultValue: [],
  });
  const [finding, setFinding] = useState(false);
  /** The element that had the focus when the address search was opened. */
  const finder = useRef<Element | null>(null);
  const arrived = arrivedWith(useLocation().state);
  /** The navigation whose search was closed. */
  const [closedVisit, setClosedVisit] = useState<string | null>(null);
  const search = useRef<HTMLInputElement>(null);
  const { ref: pageRef, fullscreen, toggle: toggleFullscreen } = useFullscreenElement();
  const { ref: stageRef, height } = useElementSize();

  const selected = view.vehicleId;
  const near = useMemo(() => view.near && { lat: view.near[0], lon: view.near[1] }, [view.near]);
  const cardSide = useDirection().dir === 'rtl' ? 'left' : 'right';
  const covered = useMemo(
    () => ({
      left: 0,
      right: 0,
      ...(selected !== null && !phone && { [cardSide]: CARD_PX }),
      top: 0,
      bottom: phone ? Math.min(heightOf(stop, height), height * 0.55) : 0,
    }),
    [selected, phone, cardSide, stop, height],
  );
  const filter = useMemo(() => (list.filtered ? new Set(list.ids) : null), [list]);

  const select = (id: number | null) => {
    setCursorId(null);
    setReached(null);
    change({ vehicleId: id, follow: id !== null });
    if (id === null) return;
    if (phone) setStop('half');
    // The card will cover part of the map; the covered part must be set before the camera moves.
    map?.setCovered(phone ? { ...covered, bottom: height * 0.52 } : { ...covered, [cardSide]: CARD_PX });
    if (map?.goTo(id)) placed.current = true;
  };
  const follow = (on: boolean) => {
    change({ follow: on });
    if (on && selected !== null) map?.goTo(selected);
  };
  const walk = (event: KeyboardEvent, by: number) => {
    if (event.defaultPrevented) return;
    event.preventDefault();
    step(by);
  };
  const step = (by: number) => {
    const from = list.ids.indexOf(cursorId ?? selected ?? -1);
    const next = list.ids[Math.min(list.ids.length - 1, Math.max(0, from + by))];
    if (next !== undefined) setCursorId(next);
  };

  useEffect(() => liveView.setWatch('selected', selected === null ? [] : [selected]), [selected]);
  useEffect(() => () => liveView.setWatch('selected', []), []);

  // A link without a camera fits its vehicle, or otherwise the whole fleet, as soon as there are coordinates: a fleet
  // whose first device is only just being connected has none yet.
  const loaded = liveStore.loaded;
  const [remembered, remember] = useLocalStorage<Camera | null>({
    key: localStore.keyOf('milepost.live-camera'),
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  // The last position of the map, unless a link contains one.
  const [opensAt] = useState<Camera | null>(
    view.camera ?? (near ? [near.lon, near.lat, PLACE_ZOOM] : selected === null ? remembered : null),
  );
  const placed = useRef(opensAt !== null);
  const openView = useEffectEvent((made: LiveMap) => {
    if (placed.current) return;
    // Set before the camera moves, so that its target is stored.
    placed.current = true;
    if (made.isMovedByHand()) return;
    placed.current = selected === null ? made.fit(liveStore.vehicles.keys(), false) : made.goTo(selected);
  });
  useEffect(() => {
    if (!map || !loaded) return;
    openView(map);
    return liveStore.onList(() => openView(map));
  }, [map, loaded]);

  // A link that is followed while the map is open, for example from the palette, also shows its vehicle or location.
  const visited = useRef(visit);
  const comeTo = useEffectEvent(() => {
    if (view.camera !== null) return;
    if (near) {
      if (phone) setStop('peek');
      map?.flyTo(near.lon, near.lat);
    } else if (selected !== null) {
      if (phone) setStop('half');
      map?.goTo(selected);
    }
  });
  useEffect(() => {
    if (visited.current === visit) return;
    visited.current = visit;
    comeTo();
  }, [visit]);

  useKeys({
    '/': (event) => {
      event.preventDefault();
      if (phone) setStop('full');
      search.current?.focus();
    },
    j: (event) => walk(event, 1),
    k: (event) => walk(event, -1),
    ArrowDown: (event) => inList(event) && walk(event, 1),
    ArrowUp: (event) => inList(event) && walk(event, -1),
    f: () => selected !== null && follow(!view.follow),
    Enter: (event) => {
      const onOther = event.target instanceof Element && event.target.closest('button, a') !== null && !inList(event);
      const id = cursorId ?? (inList(event) ? rowOf(event) : null);
      if (id === null || onOther) return;
      // Prevents a click on the last clicked element, which still has the focus.
      event.preventDefault();
      select(id);
      setReached(id);
    },
    Escape: () => {
      select(null);
      // The keys continue from the vehicle that was open.
      setCursorId(selected);
      setReached(null);
    },
  });

  const panel = (
    <FleetPanel
      view={view}
      change={change}
      list={list}
      settings={settings}
      searchRef={search}
      cursorId={cursorId}
      onSelect={select}
    />
  );
  const card = selected !== null && (
    <Suspense>
      <VehicleCard
        id={selected}
        reached={reached}
        follow={view.follow}
        onFollow={follow}
        onZoomTo={() => map?.zoomTo(selected)}
        onClose={() => select(null)}
      />
    </Suspense>
  );
  const empty = loaded && liveStore.vehicles.size === 0;
  const ready = opensAt !== null || !setup.isPending;

  return (
    <div ref={pageRef} className={classes.page} data-testid="track-vehicle-page">
      <HiddenText component="h1">{t('track-vehicle.title')}</HiddenText>
      {!phone && <aside className={classes.panel}>{panel}</aside>}
      <div ref={stageRef} className={classes.stage}>
        {ready && (
          <MapPane
            camera={view.camera ?? opensAt ?? setup.data?.mapHome ?? WORLD}
            basemap={ground.basemap}
            styleUrls={ground.styleUrls}
            selectedId={selected}
            follow={view.follow}
            filter={filter}
            trail={trail}
            covered={covered}
            onMap={setMap}
            onPick={select}
            onDrag={() => view.follow && change({ follow: false })}
            onCamera={(camera) => {
              setCamera(camera);
              // Before the fleet is loaded, the map's position is meaningless.
              if (placed.current) remember(camera);
            }}
          />
        )}
        <div className={classes.top}>
          <ConnectionSign />
          {selected !== null && !view.follow && liveStore.vehicles.has(selected) && (
            <button type="button" className={classes.resume} onClick={() => follow(true)} data-testid="resume-follow">
              <IconCurrentLocation size={15} aria-hidden />
              {t('track-vehicle.resume', { name: liveStore.vehicles.get(selected)?.registration })}
            </button>
          )}
        </div>
        {map && (finding || near || (arrived.find !== null && closedVisit !== visit)) && (
          <Suspense>
            <FindPanel
              key={visit}
              map={map}
              near={near}
              nearName={arrived.place}
              sought={arrived.find}
              onNear={({ lat, lon }) => change({ near: [lat, lon], follow: false })}
              onOpen={select}
              onClose={() => {
                setFinding(false);
                setClosedVisit(visit);
                change({ near: null });
                if (finder.current instanceof HTMLElement) finder.current.focus();
              }}
              style={{
                maxHeight: height - covered.bottom - 64,
                maxWidth: `max(240px, calc(100% - ${covered[cardSide] + 24}px))`,
              }}
            />
          </Suspense>
        )}
        {map && over.length > 0 && (
          <Suspense>
            <LiveOver map={map.map} over={over} />
          </Suspense>
        )}
        {map && (
          <div
            className={classes.mapTools}
            style={{ insetInlineEnd: covered[cardSide] + 12, bottom: covered.bottom + (phone ? 12 : 44) }}
          >
            <MapTools
              map={map}
              onFind={() => {
                finder.current = document.activeElement;
                setFinding(true);
                if (phone) setStop('peek');
              }}
              onFitAll={() => {
                change({ follow: false });
                map.fit(list.ids);
              }}
              ground={ground}
              over={over}
              onOver={setOver}
              fullscreen={fullscreen}
              onFullscreen={() => void toggleFullscreen()}
            />
          </div>
        )}
        {empty && (
          <div className={classes.empty} data-testid="no-vehicles">
            <EmptyNote
              icon={<IconPlugConnected size={36} color="var(--accent)" />}
              title={t('track-vehicle.no-vehicles')}
              text={t('track-vehicle.no-vehicles-text')}
            >
              {mayConnect && (
                <Button component={Link} to="/settings/connect-device">
                  {t('track-vehicle.connect')}
                </Button>
              )}
            </EmptyNote>
          </div>
        )}
        {!phone && card && <div className={classes.card}>{card}</div>}
        {phone && !empty && (
          <BottomSheet stop={stop} onStop={setStop} available={height} label={t('track-vehicle.list')}>
            {card || panel}
          </BottomSheet>
        )}
      </div>
    </div>
  );
}
