import { Skeleton, Text } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../api/call.ts';
import { coordinates } from '../../text/coordinates.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Ago } from '../../ui/ago.tsx';
import { movedText } from '../../ui/move/moved-text.ts';
import { SensorReading } from '../../ui/sensor/sensor-reading.tsx';
import { Days } from './vehicle-page-days.tsx';
import { Figures } from './vehicle-page-figures.tsx';
import { VehiclePageMap } from './vehicle-page-map.tsx';
import { VehicleDue } from './vehicle-due.tsx';
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
