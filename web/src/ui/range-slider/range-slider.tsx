import { Input, RangeSlider as MantineRangeSlider, Slider as MantineSlider } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './range-slider.module.css';
import { type Scale, snap, snapRange } from './snap.ts';

interface Shared extends Scale {
  label: string;
  /** Formats the value with its unit. */
  format?: (value: number) => string;
  disabled?: boolean;
  /** The values with a mark and a label on the track. */
  marks?: readonly number[];
}

const plain = String;

interface SliderProps extends Shared {
  value: number;
  onChange: (value: number) => void;
}

/** A slider for one value. */
export function Slider({ label, value, onChange, format = plain, marks = [], ...scale }: SliderProps) {
  const shown = snap(value, scale);
  return (
    <Field label={label} shown={format(shown)}>
      {(id) => (
        <MantineSlider
          {...scale}
          value={shown}
          onChange={onChange}
          label={format}
          marks={marks.map((mark) => ({ value: mark, label: format(mark) }))}
          thumbProps={{ 'aria-labelledby': id, 'aria-valuetext': format(shown) }}
          mb={marks.length > 0 ? 24 : 0}
        />
      )}
    </Field>
  );
}

interface RangeProps extends Shared {
  value: readonly [from: number, to: number];
  onChange: (value: [from: number, to: number]) => void;
}

/** A slider for two values, from and to. */
export function RangeSlider({ label, value, onChange, format = plain, marks = [], ...scale }: RangeProps) {
  const { t } = useTranslation();
  const shown = snapRange(value, scale);
  return (
    <Field label={label} shown={t('range-slider.from-to', { from: format(shown[0]), to: format(shown[1]) })}>
      {() => (
        <MantineRangeSlider
          {...scale}
          minRange={0}
          value={shown}
          onChange={onChange}
          label={format}
          marks={marks.map((mark) => ({ value: mark, label: format(mark) }))}
          thumbFromLabel={t('range-slider.from', { label })}
          thumbToLabel={t('range-slider.to', { label })}
          thumbValueText={format}
          mb={marks.length > 0 ? 24 : 0}
        />
      )}
    </Field>
  );
}

interface FieldProps {
  label: string;
  shown: string;
  children: (labelId: string) => ReactNode;
}

/** The label above, and the value as text beside it: a track alone is hard to read exactly. */
function Field({ label, shown, children }: FieldProps) {
  const id = useId();
  return (
    <div className={classes['field']}>
      <div className={classes['head']}>
        <Input.Label component="span" id={id}>
          {label}
        </Input.Label>
        <output>{shown}</output>
      </div>
      {children(id)}
    </div>
  );
}
