import { MultiSelect } from '@mantine/core';
import { MAX_TELEMETRY_KEYS, type TelemetryKey } from '@milepost/contract/telemetry-operations';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../text/format.ts';
import { fieldLabel } from '../../ui/telemetry/field-name.ts';
import classes from './telemetry.module.css';

interface Props {
  /** The attributes that were reported in the range; null while loading. */
  keys: readonly TelemetryKey[] | null;
  chosen: readonly string[];
  onChange: (keys: string[]) => void;
}

/** The choice of attributes among those in the range, each with the number of its values. */
export function ValueChoice({ keys, chosen, onChange }: Props) {
  const { t } = useTranslation();
  const counts = new Map(keys?.map(({ key, values }) => [key, values]));
  const all = [...(keys ?? []).map(({ key }) => key), ...chosen.filter((key) => !counts.has(key))];
  const byKey = new Map(keys?.map((one) => [one.key, one]));
  const groups = [
    { group: t('history.chart.sensors'), keys: all.filter((key) => byKey.get(key)?.sensor) },
    {
      group: t('history.chart.reported'),
      keys: all.filter((key) => !byKey.get(key)?.sensor && !byKey.get(key)?.raw),
    },
    { group: t('history.chart.raw'), keys: all.filter((key) => byKey.get(key)?.raw) },
  ].filter((one) => one.keys.length > 0);
  return (
    <MultiSelect
      label={t('telemetry-page.values')}
      searchable
      clearable
      maxValues={MAX_TELEMETRY_KEYS}
      nothingFoundMessage={t('telemetry-page.no-value')}
      data={groups.map(({ group, keys: ofGroup }) => ({
        group,
        items: ofGroup.map((key) => ({ value: key, label: fieldLabel(t, key) })),
      }))}
      renderOption={({ option }) => (
        <span className={classes['option']}>
          {option.label}
          <small>{keys && t('telemetry-page.count', { values: formatNumber(counts.get(option.value) ?? 0) })}</small>
        </span>
      )}
      value={[...chosen]}
      onChange={onChange}
    />
  );
}
