import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSpeedAndUnit } from '../../../../text/format.ts';
import { Slider } from '../../../../ui/range-slider/range-slider.tsx';
import { expression, jsxCode } from '../../frame/jsx-code.ts';
import { number, onOff } from '../../frame/knobs.ts';
import { Specimen } from '../../frame/specimen.tsx';
import classes from '../forms-page.module.css';

const MARKS = [30, 50, 80];
const KNOBS = { min: number(0, 0, 50), max: number(120, 60, 250), step: number(5, 1, 20), disabled: onOff(false) };

const inSpeed = (speedKph: number) => formatSpeedAndUnit(speedKph);

/** One value on a scale, with marks at important values. */
export function SliderSpecimen() {
  const { t } = useTranslation();
  const [limit, setLimit] = useState(50);
  const label = t('forms.slider.label');
  return (
    <Specimen
      id="slider"
      title={t('forms.slider.title')}
      text={t('forms.slider.text')}
      knobs={KNOBS}
      code={(changed) =>
        jsxCode('Slider', {
          label,
          value: expression('limit'),
          onChange: expression('setLimit'),
          min: 0,
          max: 120,
          step: 5,
          marks: expression('[30, 50, 80]'),
          format: expression('inSpeed'),
          ...changed,
        })
      }
    >
      {(knobs) => (
        <div className={classes['field']}>
          <Slider {...knobs} label={label} value={limit} onChange={setLimit} marks={MARKS} format={inSpeed} />
        </div>
      )}
    </Specimen>
  );
}
