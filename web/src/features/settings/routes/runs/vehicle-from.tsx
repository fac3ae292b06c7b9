import { VEHICLE_FROM } from '@milepost/contract/route-kinds';
import { Select, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { MomentInput } from '../../../../ui/date-picker/moment-input.tsx';

interface Props {
  /** One of `VEHICLE_FROM`, or a time, ISO 8601. */
  value: string;
  /** Epoch milliseconds: the first option. */
  now: number;
  error: ReactNode;
  onChange: (value: string) => void;
}

const isMoment = (value: string) => !VEHICLE_FROM.some((one) => one === value);

/** The time since which another vehicle is on the run: stops that the previous one served until then stay served. */
export function VehicleFrom({ value, now, error, onChange }: Props) {
  const { t } = useTranslation();
  const atTime = isMoment(value);
  return (
    <Stack gap={6}>
      <Select
        label={t('routes.field.vehicleFrom')}
        description={t('routes.vehicle-from-hint')}
        allowDeselect={false}
        value={atTime ? 'time' : value}
        error={atTime ? undefined : error}
        data={[...VEHICLE_FROM, 'time'].map((choice) => ({
          value: choice,
          label: t(`routes.vehicle-from.${choice}`),
        }))}
        onChange={(choice) => onChange(choice === 'time' ? new Date(now).toISOString() : (choice ?? 'now'))}
      />
      {atTime && (
        <MomentInput
          label={t('routes.vehicle-from-day')}
          timeLabel={t('routes.vehicle-from-time')}
          value={value}
          error={error}
          onChange={(moment) => onChange(moment ?? 'now')}
        />
      )}
    </Stack>
  );
}
