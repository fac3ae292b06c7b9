import { COUNTS_FROM } from '@milepost/contract/sensor-kinds';
import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { MomentInput } from '../../../ui/date-picker/moment-input.tsx';
import type { SensorValues } from './sensor-values.ts';

interface Props {
  values: SensorValues;
  errors: Readonly<Record<string, ReactNode>>;
  onChange: (change: Partial<SensorValues>) => void;
}

/** The time from which the sensor counts; with the past, the facts derived from it are recomputed. */
export function CountsFromField({ values: { countsFrom, moment }, errors, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <Select
        label={t('sensors.counts-from')}
        description={t(`sensors.counts-hint.${countsFrom}`)}
        allowDeselect={false}
        data={COUNTS_FROM.map((one) => ({ value: one, label: t(`sensors.counts.${one}`) }))}
        value={countsFrom}
        onChange={(chosen) => chosen !== null && onChange({ countsFrom: chosen })}
      />
      {countsFrom === 'moment' && (
        <MomentInput
          label={t('sensors.moment')}
          timeLabel={t('sensors.time')}
          value={moment}
          error={errors['moment']}
          onChange={(chosen) => onChange({ moment: chosen })}
        />
      )}
    </>
  );
}
