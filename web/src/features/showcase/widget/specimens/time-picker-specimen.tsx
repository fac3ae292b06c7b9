import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TimePicker } from '../../../../ui/time-picker/time-picker.tsx';
import { expression, jsxCode } from '../../frame/jsx-code.ts';
import { number, onOff } from '../../frame/knobs.ts';
import { Specimen } from '../../frame/specimen.tsx';

const KNOBS = {
  seconds: onOff(false),
  hourStep: number(1, 1, 12),
  minuteStep: number(1, 1, 30),
  secondStep: number(1, 1, 30),
  spinners: onOff(true),
  disabled: onOff(false),
};

export function TimePickerSpecimen() {
  const { t } = useTranslation();
  const [time, setTime] = useState({ hour: 23, minute: 58, second: 30 });
  const label = t('widget.time.label');
  return (
    <Specimen
      id="time-picker"
      title={t('widget.time.title')}
      text={t('widget.time.text')}
      knobs={KNOBS}
      code={(changed) =>
        jsxCode('TimePicker', { label, value: expression('time'), onChange: expression('setTime'), ...changed })
      }
    >
      {(knobs) => <TimePicker label={label} value={time} onChange={setTime} {...knobs} />}
    </Specimen>
  );
}
