import { Select } from '@mantine/core';
import { REPORT_RANGES } from '@milepost/contract/report-kinds';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateRange, type DateRangeValue } from '../../ui/date-range/date-range.tsx';
import type { Change, ReportAnswer } from './use-report.ts';

interface Props {
  range: NonNullable<ReportAnswer['range']>;
  change: Change;
}

/** The days of a report: a relative range that stays current, or from one day to another. */
export function RangeFilter({ range, change }: Props) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<DateRangeValue | null>(null);
  return (
    <>
      <Select
        aria-label={t('reports.range')}
        w={140}
        allowDeselect={false}
        data={[
          ...REPORT_RANGES.map((value) => ({ value, label: t(`reports.ranges.${value}`) })),
          ...(range.preset === 'ever' ? [{ value: 'ever', label: t('reports.ranges.ever') }] : []),
          ...(range.preset === null ? [{ value: '', label: t('reports.ranges.own') }] : []),
        ]}
        value={range.preset ?? ''}
        onChange={(preset) => change({ range: preset, from: null, to: null })}
      />
      <DateRange
        label={t('table.days')}
        labelHidden
        w={228}
        value={chosen ?? (range.preset === 'ever' ? [null, null] : [range.from, range.to])}
        onChange={([from, to]) => {
          const done = from !== null && to !== null;
          setChosen(done ? null : [from, to]);
          if (done) change({ from, to, range: null });
        }}
      />
    </>
  );
}
