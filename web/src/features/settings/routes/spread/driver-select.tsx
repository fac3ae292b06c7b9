import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../../../api/call.ts';
import { useReason } from './use-reason.ts';

/** The number of listed drivers; a search finds the others. */
const SHOWN = 50;

interface Props {
  /** The driver's vehicle. */
  vehicle: string;
  choices: CallOutput<'get-spread-choices'>['drivers'] | undefined;
  /** The drivers of the chosen vehicles. */
  taken: ReadonlySet<number>;
  value: number | null;
  onChange: (driverId: number | null) => void;
}

/** The driver of a vehicle, with the obstacle at that time. */
export function DriverSelect({ vehicle, choices, taken, value, onChange }: Props) {
  const { t } = useTranslation();
  const reasonOf = useReason();
  const chosen = choices?.find(({ id }) => id === value);
  return (
    <Select
      size="xs"
      aria-label={t('spread.driver-of', { vehicle })}
      placeholder={t('spread.no-driver')}
      searchable
      clearable
      limit={SHOWN}
      nothingFoundMessage={t('form.nothing-found')}
      data={(choices ?? []).map(({ id, name }) => ({
        value: id,
        label: name,
        disabled: taken.has(id) && id !== value,
      }))}
      value={value}
      error={chosen && reasonOf(chosen)}
      onChange={onChange}
    />
  );
}
