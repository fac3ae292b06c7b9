import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { CallInput } from '../../../api/call.ts';
import { useSetup } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { useGround } from '../../../map/use-ground.ts';
import type { BaseMap } from '../../../ui/map/base-map.ts';
import { MapView } from '../../../ui/map/map-view.tsx';
import { fitBox } from '../../../map/fences/fit-box.ts';
import { boxOfPlaces } from './box-of-places.ts';
import classes from './outlets-page.module.css';
import { useColouredOutlets } from './use-coloured-outlets.ts';
import { useOutletLayer } from './use-outlet-layer.ts';

const WORLD = [0, 20, 1.4] as const;

/** The locations of the outlets that match the list's search and filter, from all pages. */
export default function OutletMap({ filter }: { filter: CallInput<'get-outlet-map'> }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const setup = useSetup();
  const { basemap, styleUrls } = useGround();
  const [map, setMap] = useState<BaseMap | null>(null);
  const { data } = useCall('get-outlet-map', filter);
  const outlets = useColouredOutlets(data?.rows);
  useOutletLayer({ map, outlets, onPick: (id) => void navigate(`/settings/outlets/${id}`) });
  const fit = useEffectEvent((made: BaseMap) => {
    const box = boxOfPlaces(outlets.map(({ place }) => place));
    if (box) fitBox(made.map, box, { left: 0, right: 0, bottom: 0 }, false);
  });
  useEffect(() => {
    if (map && outlets.length > 0) fit(map);
  }, [map, outlets]);
  return (
    <div className={classes['map']}>
      {!setup.isPending && (
        <MapView
          label={t('outlets.map')}
          camera={setup.data?.mapHome ?? WORLD}
          basemap={basemap}
          styleUrls={styleUrls}
          onMap={setMap}
        />
      )}
    </div>
  );
}
