import { MAX_STOPS } from '@milepost/contract/route-kinds';
import type { RouteOutlet } from '@milepost/contract/route-stop';
import { Button } from '@mantine/core';
import { IconLasso } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSetup } from '../../../api/setup.ts';
import { exposeMapForTests } from '../../../map/expose-map.ts';
import { fitBox } from '../../../map/fences/fit-box.ts';
import { useGround } from '../../../map/use-ground.ts';
import type { BaseMap } from '../../../ui/map/base-map.ts';
import { MapView } from '../../../ui/map/map-view.tsx';
import { notify, notifyFault } from '../../../ui/toast/notify.ts';
import { formatNumber } from '../../../text/format.ts';
import { boxOfPlaces } from '../outlets/box-of-places.ts';
import { useOutletLayer } from '../outlets/use-outlet-layer.ts';
import { isWithin, type ScreenPoint } from './lasso.ts';
import { LassoLayer } from './lasso-layer.tsx';
import lasso from './lasso.module.css';
import type { DrawnRoute } from './route-layer.ts';
import { useRouteLayer } from './use-route-layer.ts';

const WORLD = [0, 20, 1.4] as const;
/** The colour of outlets that are not on the route. */
const OTHERS = '#6b7280';

interface Props {
  route: DrawnRoute;
  /** The outlets that a click or an outline can add. */
  others: readonly RouteOutlet[];
  /** True if stops can be added. */
  canPick: boolean;
  onPick: (outletIds: readonly number[]) => void;
}

/** The route with its numbered stops, and the outlets around it. */
export function RouteMap({ route, others, canPick, onPick }: Props) {
  const { t } = useTranslation();
  const setup = useSetup();
  const { basemap, styleUrls } = useGround();
  const [map, setMap] = useState<BaseMap | null>(null);
  const outlets = useMemo(
    () =>
      others.flatMap(({ id, code, name, place, state }) =>
        place ? [{ id, code, name, place, state, class: null, territoryId: null, colour: OTHERS }] : [],
      ),
    [others],
  );
  useOutletLayer({ map, outlets, onPick: (outletId) => onPick([outletId]) });
  const [isDrawing, setDrawing] = useState(false);

  const routes = useMemo(() => [route], [route]);
  useRouteLayer(map, routes);
  useEffect(() => (map ? exposeMapForTests(map.map) : undefined), [map]);

  // The map first fits the route, or otherwise all outlets; later only the person moves it.
  const placed = useRef(false);
  const box = useMemo(() => {
    const own = [...route.stops.map((stop) => stop.place), ...[route.begin, route.end].flatMap((depot) => depot ?? [])];
    return boxOfPlaces(own.length > 0 ? own : outlets.map((outlet) => outlet.place));
  }, [route, outlets]);
  useEffect(() => {
    if (!map || !box || placed.current) return;
    placed.current = true;
    fitBox(map.map, box, { left: 0, right: 0, bottom: 0 }, false);
  }, [map, box]);

  function takeOutlined(outline: readonly ScreenPoint[]) {
    setDrawing(false);
    if (!map) return;
    const picked = outlets
      .filter(({ place }) => isWithin(outline, map.map.project([place.lon, place.lat])))
      .slice(0, Math.max(0, MAX_STOPS - route.stops.length));
    onPick(picked.map(({ id }) => id));
    if (picked.length > 0) notify(t('routes.lasso.added', { number: formatNumber(picked.length) }));
    else notifyFault(t('routes.lasso.none'));
  }

  return (
    !setup.isPending && (
      <>
        <MapView
          label={t('routes.map')}
          camera={setup.data?.mapHome ?? WORLD}
          basemap={basemap}
          styleUrls={styleUrls}
          onMap={setMap}
        />
        {canPick && map && outlets.length > 0 && !isDrawing && (
          <Button
            className={lasso['button'] ?? ''}
            variant="default"
            leftSection={<IconLasso size={16} aria-hidden />}
            onClick={() => setDrawing(true)}
          >
            {t('routes.lasso.open')}
          </Button>
        )}
        {isDrawing && <LassoLayer onDrawn={takeOutlined} onCancel={() => setDrawing(false)} />}
      </>
    )
  );
}
