import { useComputedColorScheme } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { liveStore, view as liveView } from '../../live/live-client.ts';
import type { BasemapKind, MapTheme } from '../../map/basemap-style.ts';
import type { Covered } from '../../map/follow-camera.ts';
import type { Camera, LiveMap } from '../../map/live-map.ts';
import type { Trail } from '../../map/trail.ts';
import { useMadeMap } from '../../map/use-made-map.ts';
import { MapPlace } from '../../ui/map/map-place.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import classes from './map-pane.module.css';
import { MapTip, type Hover } from './map-tip.tsx';

const Crowd = lazyPart(() => import('./crowd.tsx'));

interface Props {
  /** The initial camera. */
  camera: Camera;
  basemap: BasemapKind;
  styleUrls: Record<MapTheme, string>;
  selectedId: number | null;
  follow: boolean;
  /** The vehicles that match the filter; null for all. */
  filter: ReadonlySet<number> | null;
  trail: Trail | null;
  covered: Covered;
  onMap(map: LiveMap | null): void;
  onPick(id: number | null): void;
  onDrag(): void;
  onCamera(camera: Camera): void;
}

/** The live map. MapLibre is a separate chunk, which loads while the list is already visible. */
export function MapPane(props: Props) {
  const { t, i18n } = useTranslation();
  const theme = useComputedColorScheme('light');
  const reducedMotion = useReducedMotion();
  const [hover, setHover] = useState<Hover | null>(null);
  const [crowd, setCrowd] = useState<number[]>([]);

  const choose = (id: number | null) => {
    setCrowd([]);
    props.onPick(id);
  };
  const pick = useEffectEvent(choose);
  const drag = useEffectEvent(() => props.onDrag());
  const moved = useEffectEvent((camera: Camera) => props.onCamera(camera));
  async function make(element: HTMLElement) {
    const [{ createLiveMap }, { exposeForTests }] = await Promise.all([
      import('../../map/live-map.ts'),
      import('../../map/e2e-hook.ts'),
    ]);
    const made = createLiveMap({
      container: element,
      label: t('map.label'),
      store: liveStore,
      theme,
      camera: props.camera,
      reducedMotion,
      covered: props.covered,
      clusterLabel: ({ count, counts, alarmed, out }) =>
        [
          t('map.cluster', { count, running: counts[1] ?? 0 }),
          alarmed > 0 && t('map.cluster-alarmed', { count: alarmed }),
          out > 0 && t('map.cluster-out', { count: out }),
        ]
          .filter(Boolean)
          .join(' '),
      onPick: pick,
      onHover: setHover,
      onCrowd: setCrowd,
      onCamera(camera, bounds) {
        liveView.setBounds(bounds);
        moved(camera);
      },
      onDrag: drag,
    });
    exposeForTests(liveStore, made.map);
    return made;
  }
  const made = useMadeMap<LiveMap>({
    make,
    announce(there) {
      if (there === null) liveView.setBounds(null);
      props.onMap(there);
    },
  });
  const { map } = made;

  const { light, dark } = props.styleUrls;
  useEffect(() => map?.setTheme(theme), [map, theme]);
  useEffect(() => map?.setReducedMotion(reducedMotion), [map, reducedMotion]);
  useEffect(
    () => map?.setBasemap(props.basemap, { light, dark }, i18n.language),
    [map, props.basemap, light, dark, i18n.language],
  );
  useEffect(() => map?.setCovered(props.covered), [map, props.covered]);
  useEffect(() => map?.drawing.setFilter(props.filter), [map, props.filter]);
  const { selectedId, follow, trail } = props;
  // The order matters: selecting another vehicle removes the old trail.
  useEffect(() => {
    map?.select(selectedId);
    map?.follow(follow);
    map?.setTrail(trail);
  }, [map, selectedId, follow, trail]);

  return (
    <div className={classes.pane}>
      <MapPlace made={made} failedText={t('map.failed')} data-testid="live-map" />
      {hover && <MapTip hover={hover} />}
      {crowd.length > 0 && (
        <Suspense>
          <Crowd ids={crowd} onPick={choose} onClose={() => setCrowd([])} />
        </Suspense>
      )}
    </div>
  );
}
