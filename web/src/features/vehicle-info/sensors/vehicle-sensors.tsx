import { Button, Paper, Skeleton } from '@mantine/core';
import { IconGauge, IconPlus } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { formatDateTime } from '../../../text/format.ts';
import { EmptyNote } from '../../../ui/empty-note.tsx';
import { ErrorNote } from '../../../ui/error-note/error-note.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import type { EditedSensor } from './sensor-form.tsx';
import { SensorList } from './sensor-list.tsx';
import { ReportedAttributes } from './reported-attributes.tsx';
import { VehicleProfile } from './vehicle-profile.tsx';
import classes from './sensors.module.css';

// Lazy-loaded together with their validation schemas.
const SensorDrawer = lazyPart(() => import('./sensor-drawer.tsx'));
const ProfileDialog = lazyPart(async () => ({ default: (await import('./profile-dialog.tsx')).ProfileDialog }));
const REFETCH_MS = 15_000;

/**
 * The vehicle's sensors with their current values, and the last reported attributes of its device, from which sensors
 * are made.
 */
export function VehicleSensors({ id }: { id: number }) {
  const { t } = useTranslation();
  const mayEdit = useMay('vehicles', 'edit');
  const [edited, setEdited] = useState<EditedSensor | null>(null);
  const [making, setMaking] = useState(false);
  const navigate = useNavigate();
  const { data, error, refetch } = useCall('get-vehicle-sensors', { vehicleId: id }, { refetchInterval: REFETCH_MS });
  if (error && !data) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={320} />;
  const { sensors, profile, attributes, at } = data;
  const add = (attribute: string | null) => setEdited({ sensor: null, of: { vehicleId: id }, attribute });
  const addButton = mayEdit && (
    <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => add(null)}>
      {t('sensors.add')}
    </Button>
  );
  return (
    <div className={classes['tab']}>
      <Paper component="section" withBorder radius="lg" aria-label={t('sensors.title')}>
        <div className={classes['head']}>
          <div>
            <h2>{t('sensors.title')}</h2>
            <p>{at === null ? t('sensors.no-message') : t('sensors.as-of', { time: formatDateTime(at) })}</p>
          </div>
          <VehicleProfile vehicleId={id} profile={profile} mayEdit={mayEdit} />
          {mayEdit && sensors.some((sensor) => sensor.profile === null) && (
            <Button variant="default" size="xs" onClick={() => setMaking(true)}>
              {t('sensors.profile.make')}
            </Button>
          )}
          {sensors.length > 0 && addButton}
        </div>
        {sensors.length === 0 ? (
          <div className={classes['empty']}>
            <EmptyNote
              icon={<IconGauge size={40} stroke={1.4} color="var(--text-dim)" aria-hidden />}
              title={t('sensors.none')}
              text={t('sensors.none-text')}
            >
              {addButton}
            </EmptyNote>
          </div>
        ) : (
          <SensorList
            label={t('sensors.title')}
            sensors={sensors}
            onOpen={mayEdit ? (sensor) => setEdited({ sensor, of: { vehicleId: id }, attribute: null }) : undefined}
          />
        )}
      </Paper>
      <ReportedAttributes attributes={attributes} onAdd={mayEdit ? add : undefined} />
      <Suspense>
        {making && (
          <ProfileDialog
            profile={null}
            vehicleId={id}
            onClose={(saved) => {
              setMaking(false);
              if (saved) void navigate('/vehicle-info/sensor-profiles');
            }}
          />
        )}
        {mayEdit && <SensorDrawer edited={edited} attributes={attributes} onClose={() => setEdited(null)} />}
      </Suspense>
    </div>
  );
}
