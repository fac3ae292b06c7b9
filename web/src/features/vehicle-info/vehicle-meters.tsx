import type { MeterNow } from '@milepost/contract/meter-operations';
import type { Meter } from '@milepost/contract/vehicle-kinds';
import { Button, Skeleton, Text } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/setup.ts';
import { useCall } from '../../api/use-call.ts';
import { formatDateTime } from '../../text/format.ts';
import { ErrorNote } from '../../ui/error-note/error-note.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { meterText } from './vehicle-details.ts';
import { Sheet } from './vehicle-page-sheet.tsx';
import classes from './vehicle-page.module.css';

const MeterDialog = lazyPart(async () => ({ default: (await import('./meter-dialog.tsx')).MeterDialog }));

/** The current readings of odometer and hour meter, their source, and the device's own values. */
export function VehicleMeters({ vehicleId }: { vehicleId: number }) {
  const { t } = useTranslation();
  const mayEdit = useMay('vehicles', 'edit');
  const [entering, setEntering] = useState<Meter | null>(null);
  const { data, error, refetch } = useCall('get-vehicle-meters', { vehicleId });
  return (
    <Sheet title={t('vehicle-record.meters.title')}>
      <div className={classes['inside']}>
        {error && !data && <ErrorNote error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton height={120} />}
        <dl className={classes['facts']}>
          {data?.meters.map((one) => (
            <div key={one.meter}>
              <dt>{t(`vehicle-record.${one.meter}`)}</dt>
              <dd>
                <Shown meter={one} />
              </dd>
            </div>
          ))}
        </dl>
        {mayEdit && data && (
          <Button
            size="xs"
            variant="default"
            mt="sm"
            style={{ alignSelf: 'flex-start' }}
            onClick={() => setEntering('odometer')}
          >
            {t('vehicle-record.meters.add')}
          </Button>
        )}
      </div>
      {entering !== null && data && (
        <Suspense>
          <MeterDialog vehicleId={vehicleId} readings={data.readings} onClose={() => setEntering(null)} />
        </Suspense>
      )}
    </Sheet>
  );
}

function Shown({ meter: { meter, value, base, tracked, device } }: { meter: MeterNow }) {
  const { t } = useTranslation();
  const text = (amount: number) => meterText(t, meter, amount);
  const baseWords = base && {
    value: text(base.value),
    time: formatDateTime(base.at),
    tracked: text(tracked ?? 0),
    name: base.by ?? '',
  };
  return (
    <>
      {value === null ? (
        <Text span c="dimmed">
          {t('vehicle-record.meters.none')}
        </Text>
      ) : (
        <b>{text(value)}</b>
      )}
      {baseWords && (
        <small>
          {t(base.by === null ? 'vehicle-record.meters.from' : 'vehicle-record.meters.from-by', baseWords)}
          {base.source === 'service' && ` (${t('vehicle-record.meters.of-service')})`}
        </small>
      )}
      {device && (
        <small>
          {t('vehicle-record.meters.device', { value: text(device.value), time: formatDateTime(device.at) })}
        </small>
      )}
    </>
  );
}
