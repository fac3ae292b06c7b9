import type { MapFence } from '@milepost/contract/fence-operations';
import { ActionIcon, useDirection } from '@mantine/core';
import { useElementSize, useMediaQuery } from '@mantine/hooks';
import { IconFocus2, IconMinus, IconPlus } from '@tabler/icons-react';
import { Suspense, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay, useSetup } from '../../api/setup.ts';
import { exposeMapForTests } from '../../map/expose-map.ts';
import { useGround } from '../../map/use-ground.ts';
import type { BaseMap } from '../../ui/map/base-map.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { MapView } from '../../ui/map/map-view.tsx';
import { BottomSheet } from '../../ui/bottom-sheet/bottom-sheet.tsx';
import type { Stop } from '../../ui/bottom-sheet/sheet-stops.ts';
import { FenceCard } from './fence-card.tsx';
import { fitBox, unionOf } from '../../map/fences/fit-box.ts';
import classes from './geo-fence-page.module.css';
import { FencePanel } from './list/fence-panel.tsx';
import type { Box } from '../../map/fences/shape-features.ts';
import { useFenceMap } from '../../ui/map/use-fence-map.ts';
import { useFences } from './use-fences.ts';
import { useFenceView } from './use-fence-view.ts';

// Lazy-loaded together with its validation schemas and the drawing tools.
const EditorHost = lazyPart(async () => ({ default: (await import('./editor/editor-host.tsx')).EditorHost }));

const PHONE = '(max-width: 767.98px)';
/** The width of the card and its margins, px. */
const CARD_PX = 332;
const WORLD = [0, 20, 1.4] as const;

/** The root segment `geo-fence`: the geofences as a list and on the map, and the form in which one is drawn. */
export default function GeoFencePage() {
  const { t } = useTranslation();
  const phone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  const setup = useSetup();
  const mayCreate = useMay('geo-fence', 'create');
  const { view, show, edit, create, filter } = useFenceView();
  const fences = useFences(view);
  const [map, setMap] = useState<BaseMap | null>(null);
  const [bar, setBar] = useState<HTMLElement | null>(null);
  const [hoveredId, setHoveredId] = useState<number | null>(null);
  const [stop, setStop] = useState<Stop>('half');
  const { ref: stageRef, height } = useElementSize();
  const { all, shown } = fences;
  const creating = mayCreate ? view.creating : null;
  const drawing = creating !== null || (view.editing && view.id !== null);
  const onMap = useMemo(() => (drawing ? shown.filter(({ id }) => id !== view.id) : shown), [shown, drawing, view.id]);
  const { basemap, styleUrls } = useGround();
  const cardSide = useDirection().dir === 'rtl' ? 'left' : 'right';
  const fit = (box: Box | null, animate = true) => {
    const side = !phone && !drawing && view.id !== null ? { [cardSide]: CARD_PX } : {};
    const covered = { left: 0, right: 0, ...side, bottom: phone ? height * 0.52 : 0 };
    if (box && map) fitBox(map.map, box, covered, animate);
  };
  const select = (id: number | null) => {
    show(id);
    if (phone && id !== null) setStop('half');
  };

  useFenceMap({
    map,
    fences: onMap,
    selectedId: view.id,
    hoveredId,
    busy: drawing,
    onPick: (id) => {
      if (id !== null || view.id !== null) select(id);
    },
    onHover: setHoveredId,
  });

  // The map first fits the geofence of the link, or otherwise all of them; later only choosing a geofence moves it.
  const placed = useRef<number | 'all' | null>(null);
  const place = useEffectEvent((made: BaseMap | null, known: readonly MapFence[], wanted: number | null) => {
    if (!made || known.length === 0 || placed.current === (wanted ?? 'all')) return;
    const first = placed.current === null;
    placed.current = wanted ?? 'all';
    if (wanted === null && !first) return;
    fit(known.find((one) => one.id === wanted)?.box ?? unionOf(known), !first);
  });
  useEffect(() => place(map, all, view.id), [map, all, view.id]);
  useEffect(() => (map ? exposeMapForTests(map.map) : undefined), [map]);

  const panel =
    drawing && (view.id !== null || creating !== null) ? (
      <Suspense>
        <EditorHost
          id={view.id}
          kind={creating ?? 'polygon'}
          map={map?.map ?? null}
          bar={bar}
          tags={fences.tags.map(({ tag }) => tag)}
          onFit={fit}
          onSaved={show}
          onClose={() => show(view.id)}
        />
      </Suspense>
    ) : (
      <FencePanel
        view={view}
        fences={fences}
        hoveredId={hoveredId}
        onFilter={filter}
        onSelect={select}
        onHover={setHoveredId}
        onCreate={create}
        onImported={() => {
          placed.current = null;
          select(null);
        }}
      />
    );
  const { id } = view;
  const card = !drawing && id !== null && (
    <FenceCard
      key={id}
      id={id}
      onEdit={() => edit(id)}
      onFit={() => fit(all.find((one) => one.id === id)?.box ?? null)}
      onClose={() => show(null)}
    />
  );

  return (
    <div className={classes['page']} data-testid="geo-fence-page">
      {!phone && <aside className={classes['panel']}>{panel}</aside>}
      <div ref={stageRef} className={classes['stage']}>
        {!setup.isPending && (
          <MapView
            label={t('geo-fence.map')}
            camera={setup.data?.mapHome ?? WORLD}
            basemap={basemap}
            styleUrls={styleUrls}
            onMap={setMap}
          />
        )}
        <div ref={setBar} className={classes['bar']} />
        {map && (
          <div
            className={classes['zoom']}
            role="group"
            aria-label={t('map.tools')}
            data-card={Boolean(card) || undefined}
          >
            <ActionIcon aria-label={t('map.zoom-in')} onClick={() => map.zoomBy(1)}>
              <IconPlus size={18} aria-hidden />
            </ActionIcon>
            <ActionIcon aria-label={t('map.zoom-out')} onClick={() => map.zoomBy(-1)}>
              <IconMinus size={18} aria-hidden />
            </ActionIcon>
            <ActionIcon
              aria-label={t('geo-fence.fit-all')}
              disabled={shown.length === 0}
              onClick={() => fit(unionOf(shown))}
            >
              <IconFocus2 size={18} aria-hidden />
            </ActionIcon>
          </div>
        )}
        {!phone && card && <div className={classes['card']}>{card}</div>}
        {phone && (
          <BottomSheet stop={stop} onStop={setStop} available={height} label={t('geo-fence.list')}>
            {card || panel}
          </BottomSheet>
        )}
      </div>
    </div>
  );
}
