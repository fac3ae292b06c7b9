import type { Delivery } from '@milepost/contract/driver-link-operations';
import { IconHome, IconTruck } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { BaseMap } from '../../ui/map/base-map.ts';
import { MapView } from '../../ui/map/map-view.tsx';
import { usePin } from '../../ui/map/use-pin.ts';
import classes from './delivery.module.css';

const ZOOM = 13;

/** The vehicle on its way to the customer, and its destination. */
export function DeliveryMap({
  delivery: { place, outlet, mapStyleLight, mapStyleDark },
  position,
}: {
  delivery: Delivery;
  position: NonNullable<Delivery['position']>;
}) {
  const { t } = useTranslation();
  const [map, setMap] = useState<BaseMap | null>(null);
  const [camera] = useState(() => [position.lon, position.lat, ZOOM] as const);
  const styleUrls = useMemo(() => ({ light: mapStyleLight, dark: mapStyleDark }), [mapStyleLight, mapStyleDark]);
  const home = usePin(map, place);
  const vehicle = usePin(map, position);
  return (
    <div className={classes['map']}>
      <MapView
        label={t('delivery.map')}
        camera={camera}
        basemap={mapStyleLight === '' ? 'offline' : 'online'}
        styleUrls={styleUrls}
        onMap={setMap}
      />
      {createPortal(
        <span className={classes['pin']}>
          <IconHome size={18} aria-hidden />
          {outlet}
        </span>,
        home,
      )}
      {createPortal(
        <span className={classes['pin']}>
          <IconTruck size={18} aria-hidden />
          <b>{t('delivery.vehicle')}</b>
        </span>,
        vehicle,
      )}
    </div>
  );
}
