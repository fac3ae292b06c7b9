import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../api/call.ts';
import { useSetup } from '../../api/setup.ts';
import { liveStore } from '../../live/live-client.ts';
import { useVehicle } from '../../live/use-live.ts';
import { vehicleState } from '../../live/vehicle-state.ts';
import { useGround } from '../../map/use-ground.ts';
import type { BaseMap } from '../../ui/map/base-map.ts';
import { MapView } from '../../ui/map/map-view.tsx';
import { usePin } from '../../ui/map/use-pin.ts';
import { StatusIcon } from '../../ui/status-icon.tsx';
import classes from './vehicle-page.module.css';

const ZOOM = 14;

/** The vehicle's position: live if the person may see the live map, otherwise as of the loading of the page. */
export function VehiclePageMap({ overview }: { overview: CallOutput<'get-vehicle-overview'> }) {
  const { t } = useTranslation();
  const setup = useSetup();
  const { vehicle, position } = overview;
  const found = useVehicle(vehicle.id);
  const state = found && vehicleState(liveStore.table, found.slot);
  const place = state?.place ?? position;
  const [map, setMap] = useState<BaseMap | null>(null);
  const pin = usePin(map, place);
  const { basemap, styleUrls } = useGround();
  const [camera] = useState(() => [place?.lon ?? 0, place?.lat ?? 0, ZOOM] as const);
  if (setup.isPending) return <div className={classes['map']} />;
  return (
    <div className={classes['map']}>
      <MapView
        label={t('vehicle-page.map', { registration: vehicle.registration })}
        camera={camera}
        basemap={basemap}
        styleUrls={styleUrls}
        onMap={setMap}
      />
      {createPortal(
        <span className={classes['pin']}>
          <StatusIcon status={state?.status ?? 'inactive'} size={18} courseDeg={state?.courseDeg ?? 0} />
        </span>,
        pin,
      )}
    </div>
  );
}
