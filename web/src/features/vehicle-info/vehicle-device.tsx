import { Skeleton, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/use-call.ts';
import { ErrorNote } from '../../ui/error-note/error-note.tsx';
import { DeviceHealth } from './device-health.tsx';
import { EngineForm } from './engine-form.tsx';
import { engineLines } from './engine-lines.ts';
import { Sheet } from './vehicle-page-sheet.tsx';
import classes from './vehicle-page.module.css';

const REFETCH_MS = 30_000;
/** The polling interval while facts are recomputed, which takes seconds or minutes. */
const SOON_MS = 3000;

/** The engine source, and the device's faults. */
export default function VehicleDevice({ vehicleId }: { vehicleId: number }) {
  const { t } = useTranslation();
  const query = useCall(
    'get-vehicle-engine',
    { vehicleId },
    { refetchInterval: ({ state }) => (state.data?.engine?.remaking === true ? SOON_MS : REFETCH_MS) },
  );
  const { data, error } = query;
  const engine = data?.engine ?? null;
  return (
    <div className={classes['device']}>
      <Sheet title={t('engine.title')}>
        <div className={classes['inside']}>
          {error && !data && <ErrorNote error={error} onRetry={() => void query.refetch()} />}
          {!data && !error && <Skeleton height={140} />}
          {data && !engine && <Text c="dimmed">{t('engine.no-device')}</Text>}
          {engine && (
            <>
              {engine.known === null && <Text c="dimmed">{t('engine.not-heard')}</Text>}
              <dl className={classes['facts']}>
                {engineLines(t, engine).map(({ key, label, value, more, warn }) => (
                  <div key={key} data-warn={warn || undefined}>
                    <dt>{label}</dt>
                    <dd>
                      {value}
                      {more !== null && <small>{more}</small>}
                    </dd>
                  </div>
                ))}
              </dl>
              <EngineForm key={`${engine.deviceId} ${engine.ignitionSource} ${engine.speedFactor}`} engine={engine} />
            </>
          )}
        </div>
      </Sheet>
      {engine && (
        <Sheet title={t('device-fault.title')}>
          <DeviceHealth engine={engine} />
        </Sheet>
      )}
    </div>
  );
}
