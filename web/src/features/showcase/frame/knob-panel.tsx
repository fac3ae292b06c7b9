import { Button, NativeSelect, Switch, TextInput } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { NumberInput } from '../../../ui/form/number-input.tsx';
import type { Knob, Knobs, KnobValue } from './knobs.ts';
import classes from './specimen.module.css';

interface Props {
  knobs: Knobs;
  values: Readonly<Record<string, KnobValue>>;
  onTurn: (name: string, value: KnobValue) => void;
  /** Omitted while every knob has its initial value. */
  onReset: (() => void) | undefined;
}

/** The knobs for the properties of a component. */
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
  const id = useId();
  return (
    <div className={classes['knob']}>
      <label htmlFor={id} className={classes['name']}>
        {name}
      </label>
      <Control id={id} knob={knob} value={value} onTurn={onTurn} />
    </div>
  );
}

function Control({ id, knob, value, onTurn }: Omit<InputProps, 'name'> & { id: string }) {
  if (knob.kind === 'switch') {
    return (
      <Switch id={id} size="sm" checked={value === true} onChange={(event) => onTurn(event.currentTarget.checked)} />
    );
  }
  const shared = { id, size: 'xs' as const, value: String(value) };
  if (knob.kind === 'choice') {
    return (
      <NativeSelect {...shared} data={[...knob.options]} onChange={(event) => onTurn(event.currentTarget.value)} />
    );
  }
  if (knob.kind === 'text') return <TextInput {...shared} onChange={(event) => onTurn(event.currentTarget.value)} />;
  return <NumberControl {...shared} {...knob} onTurn={onTurn} />;
}

interface NumberProps {
  id: string;
  size: 'xs';
  value: string;
  min: number;
  max: number;
  step: number;
  onTurn: (value: number) => void;
}

/** Passes on only numbers in range. */
function NumberControl({ value, onTurn, ...rest }: NumberProps) {
  return (
    <NumberInput
      {...rest}
      negative={rest.min < 0}
      value={Number(value)}
      onChange={(entered) => entered !== '' && !Number.isNaN(entered) && onTurn(entered)}
    />
  );
}
