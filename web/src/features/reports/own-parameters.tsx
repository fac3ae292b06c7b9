import { MultiSelect, Select, TextInput } from '@mantine/core';
import type { ReportParameter } from '@milepost/contract/report-operations';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { enteredNumber } from '../../ui/form/entered-number.ts';
import { OwnHours } from './own-hours.tsx';
import { OwnMoment } from './own-moment.tsx';
import { unitOf } from './parameter-unit.ts';
import { ownName } from './report-state.ts';
import type { Change } from './use-report.ts';
import { NumberInput } from '../../ui/form/number-input.tsx';

interface Props {
  parameters: readonly ReportParameter[];
  currency: string;
  change: Change;
}

/** The thresholds and choices of a particular report. */
export function OwnParameters({ parameters, change }: Props) {
  return parameters.map((parameter) => <Own key={parameter.key} parameter={parameter} change={change} />);
}

const PAUSE_MS = 600;
/** The width of a letter of the label before the number. */
const LETTER_PX = 7.2;

function Own({ parameter, change }: { parameter: ReportParameter; change: Change }) {
  const { key, label, kind, value, standard, choices } = parameter;
  const put = (next: string | number | null) =>
    change({ [ownName(key)]: next === null || next === standard ? null : String(next) });
  if (kind === 'choices') {
    return (
      <MultiSelect
        aria-label={label}
        title={label}
        placeholder={value === '' ? label : ''}
        w={{ base: '100%', sm: 200 }}
        clearable
        data={Object.entries(choices ?? {}).map(([choice, name]) => ({ value: choice, label: name }))}
        value={String(value)
          .split('.')
          .filter((choice) => choice !== '')}
        onChange={(chosen) => put(chosen.join('.'))}
      />
    );
  }
  if (kind === 'hours')
    return <OwnHours key={String(value)} labels={choices ?? {}} value={String(value)} onPut={put} />;
  if (kind === 'moment') return <OwnMoment label={label} value={String(value)} onPut={put} />;
  if (kind === 'text') return <OwnText key={String(value)} parameter={parameter} onPut={put} />;
  if (choices !== null) {
    return (
      <Select
        aria-label={label}
        title={label}
        w={170}
        allowDeselect={false}
        data={Object.entries(choices).map(([choice, name]) => ({ value: choice, label: name }))}
        value={String(value)}
        onChange={put}
      />
    );
  }
  return <OwnNumber key={String(value)} parameter={parameter} onPut={put} />;
}

function OwnText({ parameter, onPut }: { parameter: ReportParameter; onPut: (value: string) => void }) {
  const { label, value } = parameter;
  const [typed, setTyped] = useState(String(value));
  const putLater = useDebouncedCallback((text: string) => onPut(text.trim()), PAUSE_MS);
  return (
    <TextInput
      aria-label={label}
      title={label}
      placeholder={label}
      w={150}
      maxLength={60}
      value={typed}
      onChange={({ currentTarget: { value: entered } }) => {
        setTyped(entered);
        putLater(entered);
      }}
    />
  );
}

function OwnNumber({ parameter, onPut }: { parameter: ReportParameter; onPut: (value: number | null) => void }) {
  const { t } = useTranslation();
  const { kind, label, value, standard } = parameter;
  // With a default of 0, a threshold of 0 excludes nothing.
  const anyIfNone = standard === 0;
  const { step, unit } = unitOf(kind, t('reports.minutes'));
  const [typed, setTyped] = useState<'' | number>(
    anyIfNone && value === 0 ? '' : Math.round((Number(value) / step) * 100) / 100,
  );
  const putLater = useDebouncedCallback(onPut, PAUSE_MS);
  return (
    <NumberInput
      aria-label={label}
      title={label}
      w={Math.min(300, Math.max(160, 76 + LETTER_PX * label.length))}
      prefix={`${label}: `}
      suffix={unit === '' ? '' : ` ${unit}`}
      placeholder={anyIfNone ? t('reports.any', { what: label }) : label}
      negative={parameter.negative ?? false}
      value={typed}
      decimals={1}
      onChange={(entered) => {
        setTyped(entered);
        const number = enteredNumber(entered);
        if (!Number.isNaN(number)) putLater(number === null ? null : number * step);
      }}
    />
  );
}
