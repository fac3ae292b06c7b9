import type { RouteOutlet } from '@milepost/contract/route-stop';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSetup } from '../../../api/setup.ts';
import { exposeMapForTests } from '../../../map/expose-map.ts';
import { fitBox } from '../../../map/fences/fit-box.ts';
import { useGround } from '../../../map/use-ground.ts';
import type { BaseMap } from '../../../ui/map/base-map.ts';
import { MapView } from '../../../ui/map/map-view.tsx';
import { boxOfPlaces } from '../outlets/box-of-places.ts';
import { useOutletLayer } from '../outlets/use-outlet-layer.ts';
import type { DrawnRoute, RouteLayer } from './route-layer.ts';

const WORLD = [0, 20, 1.4] as const;
/** Of outlets that are not on the route. */
const OTHERS = '#6b7280';

interface Props {
  route: DrawnRoute;
  /** Outlets that a click takes in. */
  others: readonly RouteOutlet[];
  onPick: (outletId: number) => void;
}

/** The route in its order, and the outlets around it. */
export function RouteMap({ route, others, onPick }: Props) {
  const { t } = useTranslation();
  const setup = useSetup();
  const { basemap, styleUrls } = useGround();
  const [map, setMap] = useState<BaseMap | null>(null);
  const [layer, setLayer] = useState<RouteLayer | null>(null);
  const outlets = useMemo(
    () =>
      others.flatMap(({ id, code, name, place, state }) =>
        place ? [{ id, code, name, place, state, class: null, territoryId: null, colour: OTHERS }] : [],
      ),
    [others],
  );
  useOutletLayer({ map, outlets, onPick });

  useEffect(() => {
    if (!map) return undefined;
    let gone = false;
    let made: RouteLayer | null = null;
    const make = async () => {
      const { createRouteLayer } = await import('./route-layer.ts');
      if (gone) return;
      made = createRouteLayer(map.map);
      setLayer(made);
    };
    void make();
    return () => {
      gone = true;
      made?.stop();
      setLayer(null);
    };
  }, [map]);
  useEffect(() => layer?.set(route), [layer, route]);
  useEffect(() => (map ? exposeMapForTests(map.map) : undefined), [map]);

  // It opens on the route, else on all outlets; later only the person moves the map.
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

  return (
    !setup.isPending && (
      <MapView
        label={t('routes.map')}
        camera={setup.data?.mapHome ?? WORLD}
        basemap={basemap}
        styleUrls={styleUrls}
        onMap={setMap}
      />
    )
  );
}
