import { Button, NativeSelect, Switch, TextInput } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Knob, Knobs, KnobValue } from './knobs.ts';
import classes from './specimen.module.css';

interface Props {
  knobs: Knobs;
  values: Readonly<Record<string, KnobValue>>;
  onTurn: (name: string, value: KnobValue) => void;
  /** Left out while every knob stands where it began. */
  onReset: (() => void) | undefined;
}

/** The properties of a component, to be turned. */
export function KnobPanel({ knobs, values, onTurn, onReset }: Props) {
  const { t } = useTranslation();
  return (
    <div className={classes['knobs']} role="group" aria-label={t('showcase.properties')}>
      <div className={classes['knobs-head']}>
        <h3 className={classes['label']}>{t('showcase.properties')}</h3>
        {onReset && (
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<IconRestore size={14} aria-hidden />}
            onClick={onReset}
          >
            {t('showcase.reset')}
          </Button>
        )}
      </div>
      {Object.entries(knobs).map(([name, knob]) => (
        <KnobInput
          key={name}
          name={name}
          knob={knob}
          value={values[name] ?? knob.initial}
          onTurn={(to) => onTurn(name, to)}
        />
      ))}
    </div>
  );
}

interface InputProps {
  name: string;
  knob: Knob;
  value: KnobValue;
  onTurn: (value: KnobValue) => void;
}

function KnobInput({ name, knob, value, onTurn }: InputProps) {
  const label = <code className={classes['name']}>{name}</code>;
  if (knob.kind === 'switch') {
    return (
      <Switch
        size="sm"
        label={label}
        checked={value === true}
        onChange={(event) => onTurn(event.currentTarget.checked)}
      />
    );
  }
  const shared = { size: 'xs' as const, label, value: String(value) };
  if (knob.kind === 'choice') {
    return (
      <NativeSelect {...shared} data={[...knob.options]} onChange={(event) => onTurn(event.currentTarget.value)} />
    );
  }
  if (knob.kind === 'text') return <TextInput {...shared} onChange={(event) => onTurn(event.currentTarget.value)} />;
  return (
    <TextInput
      {...shared}
      type="number"
      min={knob.min}
      max={knob.max}
      step={knob.step}
      onChange={({ currentTarget: input }) => {
        if (Number.isFinite(input.valueAsNumber)) onTurn(input.valueAsNumber);
      }}
    />
  );
}
