import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSetup } from '../../../../api/setup.ts';
import { exposeMapForTests } from '../../../../map/expose-map.ts';
import { fitBox } from '../../../../map/fences/fit-box.ts';
import { useGround } from '../../../../map/use-ground.ts';
import type { BaseMap } from '../../../../ui/map/base-map.ts';
import { MapView } from '../../../../ui/map/map-view.tsx';
import { boxOfPlaces } from '../../outlets/box-of-places.ts';
import type { DrawnRoute } from '../route-layer.ts';
import { useRouteLayer } from '../use-route-layer.ts';

const WORLD = [0, 20, 1.4] as const;

/** The tours of several vehicles, each in its colour, and the stops without a vehicle. */
export function SpreadMap({ routes }: { routes: readonly DrawnRoute[] }) {
  const { t } = useTranslation();
  const setup = useSetup();
  const { basemap, styleUrls } = useGround();
  const [map, setMap] = useState<BaseMap | null>(null);
  useRouteLayer(map, routes);
  useEffect(() => (map ? exposeMapForTests(map.map) : undefined), [map]);

  const box = useMemo(
    () =>
      boxOfPlaces(
        routes.flatMap(({ begin, stops }) => [...(begin ? [begin] : []), ...stops.map(({ place }) => place)]),
      ),
    [routes],
  );
  // Fits all stops again when others are chosen, and does not move while they are moved between vehicles.
  const shown = useRef('');
  const wanted = box?.join() ?? '';
  useEffect(() => {
    if (!map || !box || shown.current === wanted) return;
    fitBox(map.map, box, { left: 0, right: 0, bottom: 0 }, shown.current !== '');
    shown.current = wanted;
  }, [map, box, wanted]);

  return (
    !setup.isPending && (
      <MapView
        label={t('spread.map')}
        camera={setup.data?.mapHome ?? WORLD}
        basemap={basemap}
        styleUrls={styleUrls}
        onMap={setMap}
      />
    )
  );
}
