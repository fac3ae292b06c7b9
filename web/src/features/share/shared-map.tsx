import type { SharedVehicle } from '@milepost/contract/share-operations';
import { useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { BaseMap } from '../../ui/map/base-map.ts';
import { MapView } from '../../ui/map/map-view.tsx';
import { usePin } from '../../ui/map/use-pin.ts';
import { StatusIcon } from '../../ui/status-icon.tsx';
import classes from './share.module.css';

const ZOOM = 15;
const WORLD = [0, 20, 1.5] as const;

/** The vehicle on the map. The map follows it until a person moves it. */
export function SharedMap({ vehicle }: { vehicle: SharedVehicle }) {
  const { t } = useTranslation();
  const { position, status, registration, mapStyleLight, mapStyleDark } = vehicle;
  const [map, setMap] = useState<BaseMap | null>(null);
  const [camera] = useState(() => (position ? ([position.lon, position.lat, ZOOM] as const) : WORLD));
  const styleUrls = useMemo(() => ({ light: mapStyleLight, dark: mapStyleDark }), [mapStyleLight, mapStyleDark]);
  const pin = usePin(map, position);

  return (
    <div className={classes['map']}>
      <MapView
        label={t('share.map', { registration })}
        camera={camera}
        basemap={mapStyleLight === '' ? 'offline' : 'online'}
        styleUrls={styleUrls}
        onMap={setMap}
      />
      {createPortal(
        <span className={classes['pin']}>
          <StatusIcon status={status} size={18} {...(position && { courseDeg: position.courseDeg })} />
          <b>{registration}</b>
        </span>,
        pin,
      )}
    </div>
  );
}
