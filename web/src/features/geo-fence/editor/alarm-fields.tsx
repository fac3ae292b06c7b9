import { SEVERITIES } from '@milepost/contract/alarm-constants';
import { Group, Select, Stack, Switch } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { speedUnit } from '../../../text/format.ts';
import type { FenceValues } from './fence-values.ts';
import { NumberInput } from '../../../ui/form/number-input.tsx';

/** The speed limit, and when a visit raises an alarm. */
export function AlarmFields({ form }: { form: UseFormReturnType<FenceValues> }) {
  const { t } = useTranslation();
  const { alarmEnter, alarmExit, dwells } = form.values;
  return (
    <Stack gap="sm">
      <NumberInput
        {...form.getInputProps('speedLimit')}
        label={t('geo-fence.speed-limit')}
        description={t('geo-fence.speed-limit-text')}
        suffix={` ${speedUnit()}`}
        min={0}
        max={250}
        decimals={0}
        placeholder={t('geo-fence.none')}
      />
      <Switch {...form.getInputProps('alarmEnter', { type: 'checkbox' })} label={t('geo-fence.alarm-enter')} />
      <Switch {...form.getInputProps('alarmExit', { type: 'checkbox' })} label={t('geo-fence.alarm-exit')} />
      <Group gap="sm" align="center" wrap="nowrap">
        <Switch {...form.getInputProps('dwells', { type: 'checkbox' })} label={t('geo-fence.alarm-dwell')} flex={1} />
        {dwells && (
          <NumberInput
            {...form.getInputProps('dwellMinutes')}
            aria-label={t('geo-fence.dwell-minutes')}
            suffix={` ${t('geo-fence.minutes')}`}
            min={1}
            max={43_200}
            decimals={0}
            w={120}
          />
        )}
      </Group>
      {(alarmEnter || alarmExit || dwells) && (
        <Select
          {...form.getInputProps('alarmSeverity')}
          label={t('geo-fence.alarm-severity')}
          allowDeselect={false}
          data={SEVERITIES.map((severity) => ({ value: severity, label: t(`severity.${severity}`) }))}
        />
      )}
    </Stack>
  );
}
