import { Skeleton, Text } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_DUE } from '@milepost/contract/due-bounds';
import type { CallOutput } from '../../api/call.ts';
import { useCall } from '../../api/use-call.ts';
import { coordinates } from '../../text/coordinates.ts';
import { Ago } from '../../ui/ago.tsx';
import { DueList } from '../../ui/due/due-list.tsx';
import { DueRest } from '../../ui/due/due-rest.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { movedText } from '../../ui/move/moved-text.ts';
import { SensorReading } from '../../ui/sensor/sensor-reading.tsx';
import { Days } from './vehicle-page-days.tsx';
import { Figures } from './vehicle-page-figures.tsx';
import { VehiclePageMap } from './vehicle-page-map.tsx';
import { Sheet } from './vehicle-page-sheet.tsx';
import classes from './vehicle-page.module.css';
import { sumOf } from './vehicle-sums.ts';

const VehicleDevice = lazyPart(() => import('./vehicle-device.tsx'));
const VehicleRecord = lazyPart(() => import('./vehicle-record.tsx'));

/** Today, the last seven days, the vehicle's position, and the state of its device. */
export function VehiclePageOverview({ overview }: { overview: CallOutput<'get-vehicle-overview'> }) {
  const { t } = useTranslation();
  const { days, today, position, place, timeZone, vehicle, sensors } = overview;
  return (
    <div className={classes['overview']}>
      <VehicleDue vehicleId={vehicle.id} />
      <Sheet title={t('vehicle-page.today-in', { zone: timeZone })}>
        <Figures sums={sumOf(days.filter(({ day }) => day === today))} />
      </Sheet>
      <Sheet title={t('vehicle-page.last-days')}>
        <Figures sums={sumOf(days)} />
      </Sheet>
      {sensors.length > 0 && (
        <Sheet title={t('vehicle-page.tabs.sensors')} area="days">
          <dl className={classes['figures']}>
            {sensors.map((sensor) => (
              <div key={sensor.id}>
                <dt>{sensor.name}</dt>
                <dd>
                  <SensorReading sensor={sensor} />
                </dd>
              </div>
            ))}
          </dl>
        </Sheet>
      )}
      <Sheet title={t(vehicle.moved === null ? 'vehicle-page.now' : 'move.last-position')} area="map">
        {position ? (
          <>
            <VehiclePageMap overview={overview} />
            <Text size="sm" p="sm">
              {place ?? <bdi dir="ltr">{coordinates(position)}</bdi>}{' '}
              <Text span size="sm" c="dimmed">
                <Ago at={position.fixTime} />
              </Text>
            </Text>
          </>
        ) : (
          <Text c="dimmed" p="md">
            {vehicle.moved !== null && `${movedText(t, vehicle.moved)}. `}
            {t(vehicle.moved === null ? 'vehicle-page.no-position' : 'move.no-position')}
          </Text>
        )}
      </Sheet>
      <Suspense fallback={<Skeleton radius="lg" mih={320} />}>
        <VehicleDevice vehicleId={vehicle.id} />
      </Suspense>
      <Suspense fallback={<Skeleton radius="lg" mih={160} />}>
        <VehicleRecord vehicle={vehicle} />
      </Suspense>
      <Sheet title={t('vehicle-page.by-day', { zone: timeZone })} area="days">
        <Days days={days} vehicleId={vehicle.id} />
      </Sheet>
    </div>
  );
}

const SHOWN = 10;

/** The due items of the vehicle; hidden if there are none. */
function VehicleDue({ vehicleId }: { vehicleId: number }) {
  const { t } = useTranslation();
  const [most, setMost] = useState(SHOWN);
  const { data } = useCall('get-due-list', { vehicleId, most }, { placeholderData: keepPreviousData });
  if (!data || data.total === 0) return null;
  return (
    <Sheet title={t('due.title')} area="due">
      <div className={classes['due']}>
        <DueList rows={data.rows} />
        <DueRest shown={data.rows.length} total={data.total} onAll={() => setMost(MAX_DUE)} />
      </div>
    </Sheet>
  );
}
