import type { Sensor, SensorProfile } from '@milepost/contract/sensor-operations';
import { Button, Paper, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { formatNumber } from '../../../text/format.ts';
import { deleteWithUndo } from '../../../ui/form/delete-with-undo.tsx';
import { refreshSensors } from './sensor-choices.ts';
import { SensorList } from './sensor-list.tsx';
import classes from './sensors.module.css';

interface Props {
  profile: SensorProfile;
  mayEdit: boolean;
  onRename: () => void;
  onApply: () => void;
  /** Called with null for a new one. */
  onSensor: (sensor: Sensor | null) => void;
}

/** A profile with its sensors. */
export function ProfileCard({ profile, mayEdit, onRename, onApply, onSensor }: Props) {
  const { t } = useTranslation();
  const { id, name, vehicles, sensors } = profile;
  const remove = () =>
    deleteWithUndo(t, {
      name,
      consequence: t('sensors.profile.delete-text'),
      remove: () => call('delete-sensor-profile', { id }),
      restore: () => call('restore-sensor-profile', { id }),
      onChanged: refreshSensors,
      onRemoved: () => undefined,
    });
  return (
    <Paper component="section" withBorder radius="lg" aria-label={name} className={classes['profile'] ?? ''}>
      <div className={classes['head']}>
        <div>
          <h2>{name}</h2>
          <p>{t('sensors.profile.vehicles', { count: vehicles, number: formatNumber(vehicles) })}</p>
        </div>
        {mayEdit && (
          <>
            <Button
              size="xs"
              variant="subtle"
              color="red"
              leftSection={<IconTrash size={14} aria-hidden />}
              onClick={remove}
            >
              {t('form.delete')}
            </Button>
            <Button size="xs" variant="default" onClick={onRename}>
              {t('sensors.profile.rename')}
            </Button>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={() => onSensor(null)}
            >
              {t('sensors.add')}
            </Button>
            <Button size="xs" disabled={sensors.length === 0} onClick={onApply}>
              {t('sensors.profile.apply')}
            </Button>
          </>
        )}
      </div>
      {sensors.length === 0 ? (
        <Text size="sm" c="dimmed" p="md" pt={0}>
          {t('sensors.profile.empty')}
        </Text>
      ) : (
        <SensorList label={t('sensors.of', { name })} sensors={sensors} onOpen={mayEdit ? onSensor : undefined} />
      )}
    </Paper>
  );
}
