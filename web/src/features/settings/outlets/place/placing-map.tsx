import { IconMapPin } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useSetup } from '../../../../api/setup.ts';
import { useCall } from '../../../../api/use-call.ts';
import { exposeMapForTests } from '../../../../map/expose-map.ts';
import { useGround } from '../../../../map/use-ground.ts';
import type { BaseMap } from '../../../../ui/map/base-map.ts';
import type { Coordinates } from '../../../../ui/map/geodesy.ts';
import { MapView } from '../../../../ui/map/map-view.tsx';
import { usePin } from '../../../../ui/map/use-pin.ts';
import { useColouredOutlets } from '../use-coloured-outlets.ts';
import { useOutletLayer } from '../use-outlet-layer.ts';
import classes from './place-outlets.module.css';

const WORLD = [0, 20, 1.4] as const;

interface Props {
  /** The coordinates of the last placed outlet. */
  last: Coordinates | null;
  onPlace: (place: Coordinates) => void;
}

/** The map for placing outlets, which shows those that have coordinates. */
export function PlacingMap({ last, onPlace }: Props) {
  const { t } = useTranslation();
  const setup = useSetup();
  const { basemap, styleUrls } = useGround();
  const [map, setMap] = useState<BaseMap | null>(null);
  const outlets = useColouredOutlets(useCall('get-outlet-map', {}).data?.rows);
  useOutletLayer({ map, outlets, busy: true, onPick: () => {} });
  const pin = usePin(map, last);
  useEffect(() => (map ? exposeMapForTests(map.map) : undefined), [map]);
  return (
    <>
      {!setup.isPending && (
        <MapView
          label={t('outlets.map')}
          camera={setup.data?.mapHome ?? WORLD}
          basemap={basemap}
          styleUrls={styleUrls}
          onClick={onPlace}
          onMap={setMap}
        />
      )}
      {last && createPortal(<IconMapPin size={28} className={classes['pin']} aria-hidden />, pin)}
    </>
  );
}
