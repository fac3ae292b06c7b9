import { MultiSelect, Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/use-call.ts';
import { SEVERITIES } from '@milepost/contract/alarm-constants';
import { DateRange, type DateRangeValue } from '../../../ui/date-range/date-range.tsx';
import type { AlarmFilter } from './alarm-filter.ts';
import { labelledOptions } from '../../../ui/rest-option.ts';

interface Props {
  filter: AlarmFilter;
  /** Changes parameters of the address; null removes one. */
  onChange: (change: Record<string, string | null>) => void;
}

const idText = (id: number | null) => (id === null ? null : String(id));

/** The filters of the list besides the search. */
export function AlarmFilters({ filter, onChange }: Props) {
  const { t } = useTranslation();
  const choices = useCall('get-alarm-choices', {});
  return (
    <>
      <MultiSelect
        aria-label={t('alarms.fact.severity')}
        placeholder={filter.severities.length === 0 ? t('alarms.all-severities') : ''}
        clearable
        w={{ base: 'calc(50% - 4px)', sm: 190 }}
        data={SEVERITIES.map((value) => ({ value, label: t(`severity.${value}`) }))}
        value={filter.severities}
        onChange={(names) => onChange({ severity: names.join(',') || null })}
      />
      <Select
        aria-label={t('alarms.fact.rule')}
        placeholder={t('alarms.all-rules')}
        clearable
        searchable
        w={{ base: 'calc(50% - 4px)', sm: 170 }}
        data={labelledOptions(t, choices.data?.rules, choices.data?.rulesTotal)}
        value={filter.ruleId ?? null}
        onChange={(id) => onChange({ rule: idText(id) })}
      />
      <Select
        aria-label={t('alarms.fact.group')}
        placeholder={t('alarms.all-groups')}
        clearable
        searchable
        w={{ base: 'calc(50% - 4px)', sm: 150 }}
        data={labelledOptions(t, choices.data?.groups, choices.data?.groupsTotal)}
        value={filter.groupId ?? null}
        onChange={(id) => onChange({ group: idText(id) })}
      />
      <Days key={filter.days?.join()} days={filter.days} onChange={onChange} />
    </>
  );
}

function Days({ days, onChange }: { days: [string, string] | null; onChange: Props['onChange'] }) {
  const { t } = useTranslation();
  // While only the first day is chosen, nothing is requested yet.
  const [chosen, setChosen] = useState<DateRangeValue>(days ?? [null, null]);
  return (
    <DateRange
      label={t('alarms.days')}
      labelHidden
      placeholder={t('alarms.all-days')}
      clearable
      w={{ base: 'calc(50% - 4px)', sm: 244 }}
      value={chosen}
      onChange={(value) => {
        setChosen(value);
        const [from, to] = value;
        if ((from === null) === (to === null)) onChange({ from, to });
      }}
    />
  );
}
