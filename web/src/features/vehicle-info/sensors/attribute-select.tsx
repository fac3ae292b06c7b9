import { Autocomplete } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldValue } from '../../../ui/telemetry/field-value.ts';

interface Props {
  attributes: readonly { name: string; value: number | boolean }[];
  value: string | null;
  error: ReactNode;
  onChange: (name: string | null) => void;
}

/** An attribute that the device reported, or one that a person types. */
export function AttributeSelect({ attributes, value, error, onChange }: Props) {
  const { t } = useTranslation();
  const valueByName = new Map(attributes.map((one) => [one.name, one.value]));
  return (
    <Autocomplete
      label={t('sensors.source.attribute')}
      description={t('sensors.attribute-hint')}
      dir="ltr"
      maxLength={60}
      data={attributes.map(({ name }) => name)}
      value={value ?? ''}
      error={error}
      onChange={(name) => onChange(name === '' ? null : name)}
      renderOption={({ option }) => (
        <span style={{ display: 'flex', justifyContent: 'space-between', gap: 12, width: '100%' }}>
          <span>{option.value}</span>
          <span style={{ color: 'var(--text-dim)' }}>{fieldValue(t, option.value, valueByName.get(option.value))}</span>
        </span>
      )}
    />
  );
}
