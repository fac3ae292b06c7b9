import { ActionIcon, NativeSelect, useComputedColorScheme } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { GeoJSONSource } from 'maplibre-gl';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { localStore } from '../../../api/local-store.ts';
import { useSetup } from '../../../api/setup.ts';
import { liveStore, view as liveView } from '../../../live/live-client.ts';
import type { LiveMap } from '../../../map/live-map.ts';
import { useGround } from '../../../map/use-ground.ts';
import { useMadeMap } from '../../../map/use-made-map.ts';
import { cssValue } from '../../../ui/map/css-value.ts';
import { MapPlace } from '../../../ui/map/map-place.tsx';
import classes from './alarm-monitor.module.css';
import { alarmPoints } from './alarm-points.ts';
import { board } from './board.ts';

interface Props {
  onHide: () => void;
  /** Called when a vehicle was clicked. */
  onVehicle: (id: number) => void;
}

/**
 * The interval at which the map includes vehicles that have left it, and the minimum interval at which its alarms are
 * drawn.
 */
const FIT_MS = 15_000;
const ALARMS_MS = 1000;
const ALARMS = 'over-wall-alarms';
const WORLD = [0, 20, 1.4] as const;

const NO_INSETS = { left: 0, right: 0, top: 0, bottom: 0 };

/**
 * The live map beside the alarms: all vehicles individually, or the area to which a person moved it, which this browser
 * stores. It never glides, so that it costs almost nothing while it is shown on a wall for weeks.
 */
export default function WallMap({ onHide, onVehicle }: Props) {
  const { t, i18n } = useTranslation();
  const theme = useComputedColorScheme('light');
  const setup = useSetup();
  const [shown, setShown] = useState(readWallView);
  const { basemap, styleUrls } = useGround();

  const change = (next: WallView) => {
    setShown(next);
    storeWallView(next);
  };
  const clicked = useEffectEvent((id: number | null) => id !== null && onVehicle(id));
  const moved = useEffectEvent((camera: WallView['camera']) => change({ mode: 'area', camera }));
  const made = useMadeMap<LiveMap>({
    async make(element) {
      const { createLiveMap } = await import('../../../map/live-map.ts');
      const map = createLiveMap({
        container: element,
        label: t('map.label'),
        store: liveStore,
        theme,
        camera: shown.camera ?? setup.data?.mapHome ?? [...WORLD],
        reducedMotion: true,
        covered: NO_INSETS,
        clusterLabel: ({ count, counts }) => t('map.cluster', { count, running: counts[1] ?? 0 }),
        onPick: clicked,
        onHover: () => undefined,
        onCrowd: () => undefined,
        onCamera: (_, bounds) => liveView.setBounds(bounds),
        onDrag: () => undefined,
      });
      // Only a movement by a person has an original event; it makes the new area the stored one.
      map.map.on('moveend', ({ originalEvent }) => {
        if (originalEvent === undefined) return;
        const { lng, lat } = map.map.getCenter().wrap();
        moved([lng, lat, map.map.getZoom()]);
      });
      return map;
    },
    announce: (there) => there === null && liveView.setBounds(null),
  });
  const { map } = made;
  useEffect(() => map?.setTheme(theme), [map, theme]);
  useEffect(() => map?.setBasemap(basemap, styleUrls, i18n.language), [map, basemap, styleUrls, i18n.language]);

  const follows = shown.mode === 'all';
  useEffect(() => {
    if (!map || !follows) return undefined;
    let fitted = false;
    const fit = () => {
      // A hidden tab is updated when it becomes visible.
      if (document.visibilityState === 'visible') fitted = map.fit(liveStore.vehicles.keys(), false);
    };
    fit();
    const timer = setInterval(fit, FIT_MS);
    // The first vehicles arrive after the map.
    const early = liveStore.onList(() => !fitted && fit());
    return () => {
      clearInterval(timer);
      early();
    };
  }, [map, follows]);
  useEffect(() => (map ? drawAlarms(map) : undefined), [map]);

  return (
    <section className={classes['map']} aria-label={t('alarms.wall.map.label')}>
      <MapPlace made={made} failedText={t('map.failed')} data-testid="wall-map" />
      <div className={classes['mapTools']}>
        <NativeSelect
          size="xs"
          aria-label={t('alarms.wall.map.area')}
          value={shown.mode}
          data={[
            { value: 'all', label: t('alarms.wall.map.all') },
            { value: 'area', label: t('alarms.wall.map.this-area') },
          ]}
          onChange={({ currentTarget: { value } }) => {
            if (value === 'all') return change({ mode: 'all', camera: null });
            const centre = map?.map.getCenter().wrap();
            return change({ mode: 'area', camera: map && centre ? [centre.lng, centre.lat, map.map.getZoom()] : null });
          }}
        />
        <ActionIcon
          variant="default"
          aria-label={t('alarms.wall.map.hide')}
          title={t('alarms.wall.map.hide')}
          onClick={onHide}
        >
          <IconX size={16} />
        </ActionIcon>
      </div>
    </section>
  );
}

const points = () => alarmPoints(board.view().rows, (severity) => cssValue(`--severity-${severity}`));

/** Draws rings at unacknowledged alarms, at most once a second; returns a function that ends it. */
function drawAlarms({ map }: LiveMap): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const draw = () => {
    timer = undefined;
    void map.getSource<GeoJSONSource>(ALARMS)?.setData(points());
  };
  const add = () => {
    if (map.getSource(ALARMS)) return;
    map.addSource(ALARMS, { type: 'geojson', data: points() });
    map.addLayer({
      id: ALARMS,
      source: ALARMS,
      type: 'circle',
      layout: { 'circle-sort-key': ['get', 'order'] },
      paint: {
        'circle-radius': 18,
        'circle-opacity': 0.25,
        'circle-stroke-width': 3,
        'circle-color': ['get', 'color'],
        'circle-stroke-color': ['get', 'color'],
      },
    });
  };
  const put = () => {
    try {
      add();
    } catch (error) {
      console.debug('The alarms wait for the style', error);
    }
  };
  map.on('style.load', put);
  put();
  const stop = board.on(() => (timer ??= setTimeout(draw, ALARMS_MS)));
  return () => {
    clearTimeout(timer);
    stop();
    map.off('style.load', put);
  };
}

/** The view of the wall's map: all vehicles, or an area. */
interface WallView {
  mode: 'all' | 'area';
  camera: [lon: number, lat: number, zoom: number] | null;
}

const KEY = 'milepost.wall.map';
const USUAL: WallView = { mode: 'all', camera: null };

/** Reads the view stored in this browser: a screen that starts by itself in the morning shows the same as before. */
function readWallView(): WallView {
  const [lon, lat, zoom] = (localStore.getItem(KEY) ?? '').split(',').map((text) => Number.parseFloat(text));
  if (![lon, lat, zoom].every((value) => Number.isFinite(value))) return USUAL;
  const camera: WallView['camera'] = [lon ?? 0, lat ?? 0, zoom ?? 0];
  return Math.abs(camera[1]) <= 90 ? { mode: 'area', camera } : USUAL;
}

function storeWallView({ mode, camera }: WallView): void {
  if (mode === 'area' && camera) localStore.setItem(KEY, camera.join(','));
  else localStore.removeItem(KEY);
}
