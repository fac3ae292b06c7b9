import { useTranslation } from 'react-i18next';
import { DateRange } from './date-range.tsx';
import type { Days } from './days-of.ts';

interface Props {
  days: Days;
  /** Writes them to the address. */
  filter: (days: { from: string; to: string }) => void;
}

/** The days of a list, in its toolbar. */
export function DaysFilter({ days, filter }: Props) {
  const { t } = useTranslation();
  return (
    <DateRange
      label={t('table.days')}
      labelHidden
      w={236}
      value={[days.from, days.to]}
      onChange={([from, to]) => from !== null && to !== null && filter({ from, to })}
    />
  );
}
