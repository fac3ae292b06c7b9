import type { PlaceOfInterest } from '@milepost/contract/place-operations';
import { ActionIcon, Anchor } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay, useSetup } from '../../api/setup.ts';
import { useCall } from '../../api/use-call.ts';
import { FencesOver, PlacesOver } from '../../map/over/overlays.tsx';
import { dayOf, spanOfDay } from '../../text/local-day.ts';
import { useGround } from '../../map/use-ground.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import type { BaseMap } from '../../ui/map/base-map.ts';
import { formatPlace, type Coordinates } from '../../ui/map/geodesy.ts';
import type { LayerGroup } from '../../ui/map/layer-groups.ts';
import { MapView } from '../../ui/map/map-view.tsx';
import { PlaceSearch } from '../../ui/place-search/place-search.tsx';
import { Tooltip } from '../../ui/tooltip/tooltip.tsx';
import { useRowKeys } from '../../ui/use-row-keys.ts';
import { BasemapSection } from './basemap-section.tsx';
import { LayersSection } from './layers-section.tsx';
import classes from './maps-page.module.css';
import { MarkersSection } from './markers-section.tsx';
import { addPlace, NO_MEASURE } from './measure.ts';
import { MeasureSection } from './measure-section.tsx';
import { MoveMarkers } from './move-markers.tsx';
import { NearSection } from './near-section.tsx';
import type { OverLayer } from './over-layers.ts';
import { OverSection } from './over-section.tsx';
import { PlacesSection } from './places-section.tsx';
import { TracksOver } from './tracks-over.tsx';
import { type ClickTool, useClickTool } from './use-click-tool.ts';
import { useNearPoint } from './use-near-point.ts';
import { useMarkers } from './use-markers.ts';
import { VehiclesOver } from './vehicles-over.tsx';
import { localStore } from '../../api/local-store.ts';

const PlaceDrawer = lazyPart(() => import('./place-drawer.tsx'));

const WORLD = [0, 20, 1.4] as const;
const NEW_COLOR = '#2563d9';

/**
 * The root segment `maps`: basemaps and overlays, vehicles near a point, places of interest, distances and areas,
 * personal markers.
 */
export default function MapsPage() {
  const { t } = useTranslation();
  const setup = useSetup();
  const [map, setMap] = useState<BaseMap | null>(null);
  // One list for its keys: the nearest vehicles, the places and the markers, in this order.
  const panel = useRef<HTMLElement>(null);
  useRowKeys(panel, '[data-row]');
  const [centre, setCentre] = useState<Coordinates | null>(null);
  const ground = useGround();
  // A plain background without any streets, for this screen alone.
  const [plain, setPlain] = useLocalStorage({ key: localStore.keyOf('milepost.maps.plain'), defaultValue: false });
  const [hidden, setHidden] = useState<ReadonlySet<LayerGroup>>(new Set());
  const [measure, setMeasure] = useState(NO_MEASURE);
  const { tool, toggle, end } = useClickTool();
  const [over, setOver] = useLocalStorage<OverLayer[]>({
    key: localStore.keyOf('milepost.maps.over'),
    defaultValue: ['places'],
  });
  const [tracks, setTracks] = useState<number[]>([]);
  const [today] = useState(() => spanOfDay(dayOf(Date.now())));
  const [near, setNear] = useState<Coordinates | null>(null);
  const [opened, setOpened] = useState<PlaceOfInterest | Coordinates | null>(null);
  const [wasOpened, setWasOpened] = useState(false);
  if (opened !== null && !wasOpened) setWasOpened(true);
  const seesFences = useMay('geo-fence', 'view');
  const seesLive = useMay('live-map', 'view');
  const places = useCall('get-place-list', {});
  useNearPoint(map, near);
  const { markers, add, update, remove, restore, clear } = useMarkers(map);

  useEffect(
    () => map?.setShape(measure.mode && { places: measure.places, closed: measure.mode === 'area' }),
    [map, measure],
  );
  const busy = tool !== null || measure.mode !== null;
  useEffect(() => {
    if (map) map.map.getCanvas().style.cursor = busy ? 'crosshair' : '';
  }, [map, busy]);

  function mark(place: Coordinates) {
    add(place, t('maps.markers.new', { number: markers.length + 1 }), NEW_COLOR);
  }
  function click(place: Coordinates) {
    if (tool === 'marker') mark(place);
    else if (tool === 'place') setOpened(place);
    else if (tool === 'near') setNear(place);
    else setMeasure((current) => addPlace(current, place));
    end();
  }
  const choose = (next: ClickTool) => (on: boolean) => {
    toggle(next, on);
    if (on) setMeasure(NO_MEASURE);
  };
  const atCentre = () => map && click(map.centre());
  const openPlace = (id: number) => {
    if (!busy) setOpened(places.data?.rows.find((place) => place.id === id) ?? null);
  };

  return (
    <div className={classes['page']}>
      <div className={classes['map']}>
        {!setup.isPending && (
          <MapView
            label={t('maps.label')}
            camera={setup.data?.mapHome ?? WORLD}
            basemap={plain ? 'plain' : ground.basemap}
            styleUrls={ground.styleUrls}
            hidden={hidden}
            onClick={click}
            onPress={(place) => !busy && setNear(place)}
            onMove={(moved) => setCentre(moved.centre())}
            onMap={(made) => {
              setMap(made);
              setCentre(made?.centre() ?? null);
            }}
          />
        )}
        {map && seesFences && over.includes('fences') && <FencesOver map={map.map} />}
        {map && seesLive && tracks.length > 0 && <TracksOver map={map.map} vehicleIds={tracks} {...today} />}
        {map && over.includes('places') && <PlacesOver map={map.map} onPick={openPlace} />}
        {map && seesLive && over.includes('vehicles') && <VehiclesOver map={map.map} />}
        {busy && <div className={classes['cross']} aria-hidden />}
        {map && (
          <div className={classes['zoom']} role="group" aria-label={t('map.tools')}>
            <Tooltip text={t('map.zoom-in')} placement="start">
              <ActionIcon aria-label={t('map.zoom-in')} onClick={() => map.zoomBy(1)}>
                <IconPlus size={18} />
              </ActionIcon>
            </Tooltip>
            <Tooltip text={t('map.zoom-out')} placement="start">
              <ActionIcon aria-label={t('map.zoom-out')} onClick={() => map.zoomBy(-1)}>
                <IconMinus size={18} />
              </ActionIcon>
            </Tooltip>
          </div>
        )}
        {centre && (
          <output className={classes['centre']}>
            <bdi dir="ltr">{formatPlace(centre)}</bdi>
          </output>
        )}
      </div>
      <aside ref={panel} className={classes['panel']} aria-label={t('maps.panel')}>
        <h1>{t('maps.title')}</h1>
        <PlaceSearch
          onPlace={({ lat, lon }) => {
            map?.goTo({ lat, lon });
            setNear({ lat, lon });
          }}
        />
        <BasemapSection
          value={plain ? 'plain' : ground.ground}
          grounds={ground.grounds}
          onChange={(next) => {
            setPlain(next === 'plain');
            if (next !== 'plain') ground.choose(next);
          }}
        />
        <LayersSection hidden={hidden} disabled={plain || ground.ground.startsWith('raster:')} onChange={setHidden} />
        <OverSection shown={over} onChange={setOver} tracks={tracks} onTracks={setTracks} />
        <NearSection
          from={near}
          choosing={tool === 'near'}
          onChoosing={choose('near')}
          atCentre={() => atCentre()}
          onClear={() => setNear(null)}
          onGo={(place) => map?.goTo(place)}
        />
        <PlacesSection
          placing={tool === 'place'}
          onPlacing={choose('place')}
          atCentre={() => atCentre()}
          onOpen={setOpened}
          onGo={(place) => map?.goTo(place)}
        />
        <MeasureSection measure={measure} onChange={setMeasure} atCentre={() => atCentre()} />
        <MarkersSection
          markers={markers}
          placing={tool === 'marker'}
          onPlacing={choose('marker')}
          atCentre={() => atCentre()}
          onUpdate={update}
          onRemove={remove}
          onRestore={restore}
          onGo={(marker) => map?.goTo(marker)}
        />
        <MoveMarkers markers={markers} onMoved={clear} />
        <Anchor component={Link} to="/maps/component" className={classes['more']}>
          {t('maps.component.open')}
        </Anchor>
      </aside>
      {wasOpened && (
        <Suspense>
          <PlaceDrawer place={opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </div>
  );
}
