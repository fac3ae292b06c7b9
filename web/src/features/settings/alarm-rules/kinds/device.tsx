import { MultiSelect, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { codeText } from '../../../../text/alarm-value.ts';
import { DEVICE_CODES } from '../device-codes.ts';
import { DurationField } from '../duration-field.tsx';
import classes from '../sentence.module.css';
import type { ConditionKind, Conditions, FieldsProps } from './condition-kind.ts';
import { listText } from '../../../../text/list-text.ts';

type Device = Conditions['device'];

export const device: ConditionKind<Device> = {
  begin: () => ({ kind: 'device', codes: ['sos'], clearCodes: [], clearAfterS: null }),
  Fields: DeviceFields,
  describe: (t, { codes }) =>
    t('condition.device.summary', { codes: listText(codes.map((code) => codeText(t, code))) }),
};

function DeviceFields({ condition, onChange, errorOf }: FieldsProps<Device>) {
  const { t } = useTranslation();
  const codes = (chosen: readonly string[]) =>
    [...new Set([...DEVICE_CODES, ...chosen])].map((code) => ({ value: code, label: codeText(t, code) }));
  return (
    <>
      <MultiSelect
        aria-label={t('alarm-rules.codes')}
        searchable
        hidePickedOptions
        flex={1}
        miw={180}
        data={codes(condition.codes)}
        value={condition.codes}
        onChange={(chosen) => onChange({ ...condition, codes: chosen })}
        error={errorOf('codes')}
      />
      <div className={classes['indent']}>
        <span className={classes['small']}>{t('alarm-rules.until')}</span>
        <MultiSelect
          aria-label={t('alarm-rules.clear-codes')}
          placeholder={condition.clearCodes.length === 0 ? t('alarm-rules.no-clear-code') : ''}
          searchable
          hidePickedOptions
          flex={1}
          miw={160}
          data={codes(condition.clearCodes)}
          value={condition.clearCodes}
          onChange={(clearCodes) => onChange({ ...condition, clearCodes })}
        />
        <Select
          aria-label={t('alarm-rules.clear-how')}
          w={170}
          allowDeselect={false}
          data={[
            { value: 'person', label: t('alarm-rules.clear-person') },
            { value: 'quiet', label: t('alarm-rules.clear-quiet') },
          ]}
          value={condition.clearAfterS === null ? 'person' : 'quiet'}
          onChange={(value) => onChange({ ...condition, clearAfterS: value === 'quiet' ? 600 : null })}
        />
        {condition.clearAfterS !== null && (
          <DurationField
            label={t('alarm-rules.duration')}
            seconds={condition.clearAfterS}
            onChange={(clearAfterS) => onChange({ ...condition, clearAfterS })}
            error={errorOf('clearAfterS')}
          />
        )}
      </div>
    </>
  );
}
