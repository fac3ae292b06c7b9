import type { WeeklyHours } from '@milepost/contract/weekly-hours';
import { Stack, Switch, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { HoursField } from '../../../ui/weekly-hours/hours-field.tsx';
import { officeHours } from '../../../ui/weekly-hours/hours.ts';

interface Props {
  value: WeeklyHours | null;
  onChange: (hours: WeeklyHours | null) => void;
  error: ReactNode;
}

/** The hours of the week in which limit and alarms apply. */
export function ScheduleField({ value, onChange, error }: Props) {
  const { t } = useTranslation();
  return (
    <Stack gap="xs">
      <Switch
        label={t('geo-fence.only-hours')}
        checked={value !== null}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? officeHours() : null)}
      />
      {value && <HoursField label={t('geo-fence.hours')} value={value} onChange={onChange} />}
      {error && (
        <Text size="sm" c="red">
          {error}
        </Text>
      )}
    </Stack>
  );
}
