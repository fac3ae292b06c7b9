import { useMediaQuery } from '@mantine/hooks';
import { Suspense, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Coordinates } from '@milepost/contract/common';
import { shapeAreaM2 } from '@milepost/contract/fence-geometry';
import type { MapFence } from '@milepost/contract/fence-operations';
import type { FenceShape } from '@milepost/contract/fence-shape-types';
import { useMay, useSetup } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { exposeMapForTests } from '../../../map/expose-map.ts';
import { fitBox, unionOf } from '../../../map/fences/fit-box.ts';
import { type Box, shapeBox } from '../../../map/fences/shape-features.ts';
import { useGround } from '../../../map/use-ground.ts';
import { ErrorNote } from '../../../ui/error-note/error-note.tsx';
import { FOR_A_FORM } from '../../../ui/form/for-a-form.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';
import type { BaseMap } from '../../../ui/map/base-map.ts';
import { MapView } from '../../../ui/map/map-view.tsx';
import { useFenceMap } from '../../../ui/map/use-fence-map.ts';
import layout from '../../../ui/panel-beside-map.module.css';
import { boxOfPlaces } from '../outlets/box-of-places.ts';
import { NOBODYS, useColouredOutlets } from '../outlets/use-coloured-outlets.ts';
import { useOutletLayer } from '../outlets/use-outlet-layer.ts';
import { OutletCard } from './outlet-card.tsx';
import { OutsideList } from './outside-list.tsx';
import { TerritoryPanel } from './territory-panel.tsx';
import classes from './territory-settings.module.css';
import { useTerritoryView } from './use-territory-view.ts';

// Lazy-loaded together with its validation schemas and the drawing tools.
const TerritoryForm = lazyPart(() => import('./territory-form.tsx'));

const WORLD = [0, 20, 1.4] as const;
const NEAR_DEG = 0.004;

/** The territories on one map with the outlets, and the form in which their areas are drawn. */
export default function TerritorySettingsPage() {
  const { t } = useTranslation();
  const phone = useMediaQuery('(max-width: 767.98px)', false, { getInitialValueInEffect: false });
  const setup = useSetup();
  const mayCreate = useMay('outlets', 'create');
  const { view, show } = useTerritoryView();
  const { basemap, styleUrls } = useGround();
  const [map, setMap] = useState<BaseMap | null>(null);
  const [bar, setBar] = useState<HTMLElement | null>(null);
  const [others, setOthers] = useState<{ areas: Coordinates[][]; colour: string }>({ areas: [], colour: NOBODYS });
  const query = useCall('get-territory-list', {});
  const opened = view.territory === 'new' && !mayCreate ? null : view.territory;
  const id = typeof opened === 'number' ? opened : 0;
  const record = useCall('get-territory-by-id', { id }, { ...FOR_A_FORM, enabled: id > 0 });
  const { data: places } = useCall('get-outlet-map', {});
  const territories = query.data?.rows;
  const drawing = opened !== null;

  const areas = useMemo(
    () =>
      drawnAreas([
        ...(territories ?? []).filter((one) => one.id !== opened),
        ...(drawing ? [{ id: id || -1, name: '', ...others }] : []),
      ]),
    [territories, opened, drawing, id, others],
  );
  const outlets = useColouredOutlets(places?.rows);
  useFenceMap({
    map,
    fences: areas,
    selectedId: null,
    hoveredId: null,
    busy: true,
    onPick: () => {},
    onHover: () => {},
  });
  useOutletLayer({ map, outlets, busy: drawing, onPick: (outlet) => show({ ...view, outlet }) });

  const fit = (box: Box | null) => {
    if (map && box) fitBox(map.map, box, { left: 0, right: 0, bottom: 0 }, false);
  };
  // The map first fits everything; later only a choice moves it.
  const placed = useRef(false);
  const place = useEffectEvent((made: BaseMap | null, known: unknown, found: typeof places) => {
    if (placed.current || !made || !known || !found) return;
    placed.current = true;
    fit(unionOf(areas) ?? boxOfPlaces(found.rows.map((outlet) => outlet.place)));
  });
  useEffect(() => place(map, territories, places), [map, territories, places]);
  useEffect(() => (map ? exposeMapForTests(map.map) : undefined), [map]);

  function open(territoryId: number) {
    fit(unionOf(drawnAreas((territories ?? []).filter((one) => one.id === territoryId))));
    show({ territory: territoryId });
  }
  const loaded = record.data?.territory;
  const panel = drawing ? (
    record.error ? (
      <ErrorNote error={record.error} onRetry={() => void record.refetch()} />
    ) : (
      (opened === 'new' || loaded?.id === id) && (
        <Suspense>
          <TerritoryForm
            key={opened}
            territory={opened === 'new' ? undefined : loaded}
            map={map?.map ?? null}
            bar={bar}
            onOthers={(rings, colour) => setOthers({ areas: rings, colour })}
            onClose={() => show({})}
          />
        </Suspense>
      )
    )
  ) : view.outside ? (
    <OutsideList
      onShow={({ id: outlet, place: at }) => {
        if (at) fit([at.lon - NEAR_DEG, at.lat - NEAR_DEG, at.lon + NEAR_DEG, at.lat + NEAR_DEG]);
        show({ outside: true, outlet });
      }}
      onClose={() => show({})}
    />
  ) : (
    <TerritoryPanel
      data={query.data}
      onOpen={open}
      onNew={() => show({ territory: 'new' })}
      onOutside={() => show({ outside: true })}
    />
  );
  return (
    <div
      className={`${layout['page']} ${classes['page']}`}
      data-phone={phone || undefined}
      data-testid="territory-settings"
    >
      <aside className={layout['panel']}>
        {query.error && !query.data && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
        {panel}
      </aside>
      <div className={layout['stage']}>
        {!setup.isPending && (
          <MapView
            label={t('territories.map')}
            camera={setup.data?.mapHome ?? WORLD}
            basemap={basemap}
            styleUrls={styleUrls}
            onMap={setMap}
          />
        )}
        <div ref={setBar} className={classes['bar']} />
        {!drawing && view.outlet !== null && (
          <OutletCard
            key={view.outlet}
            id={view.outlet}
            territories={territories ?? []}
            onClose={() => show({ ...view, outlet: null })}
          />
        )}
      </div>
    </div>
  );
}

interface Drawn {
  id: number;
  name: string;
  colour: string;
  areas: readonly Coordinates[][];
}

/** The areas of territories in the form of the geofence layer, each by the id of its territory. */
const drawnAreas = (territories: readonly Drawn[]): MapFence[] =>
  territories.flatMap(({ id, name, colour, areas }) =>
    areas.flatMap((ring): MapFence[] => {
      const shape: FenceShape = { kind: 'polygon', rings: [ring] };
      const box = shapeBox(shape);
      return box ? [{ id, name, colour, tags: [], areaM2: shapeAreaM2(shape), box: [...box], shape }] : [];
    }),
  );
