import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DatePicker } from '../../../../ui/date-picker/date-picker.tsx';
import { DATE_PICKER_DEFAULTS } from '../../../../ui/date-picker/defaults.ts';
import { expression, jsxCode } from '../../frame/jsx-code.ts';
import { choice, number, onOff, words } from '../../frame/knobs.ts';
import { Specimen } from '../../frame/specimen.tsx';
import classes from '../widget-page.module.css';

const KNOBS = {
  months: number(DATE_PICKER_DEFAULTS.months, 1, 3),
  firstDayOfWeek: choice(['0', '1', '2', '3', '4', '5', '6'], '1'),
  navigation: choice(['select', 'arrows', 'none'], DATE_PICKER_DEFAULTS.navigation),
  outsideDays: choice(['visible', 'hidden'], DATE_PICKER_DEFAULTS.outsideDays),
  showWeekdays: onOff(DATE_PICKER_DEFAULTS.showWeekdays),
  showWeekNumbers: onOff(DATE_PICKER_DEFAULTS.showWeekNumbers),
  minDate: words(''),
  maxDate: words(''),
};

const DAYS = { 0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6 } as const;

export function DatePickerSpecimen() {
  const { t } = useTranslation();
  const [day, setDay] = useState<string | null>(null);
  return (
    <Specimen
      id="date-picker"
      title={t('widget.date.title')}
      text={t('widget.date.text')}
      knobs={KNOBS}
      code={({ firstDayOfWeek, ...changed }) =>
        jsxCode('DatePicker', {
          value: expression('day'),
          onChange: expression('setDay'),
          ...changed,
          ...(firstDayOfWeek === undefined ? {} : { firstDayOfWeek: Number(firstDayOfWeek) }),
        })
      }
    >
      {({ months, ...knobs }) => (
        <div className={classes.date}>
          <DatePicker
            value={day}
            onChange={setDay}
            {...knobs}
            months={Math.min(Math.max(Math.trunc(months), 1), 3)}
            firstDayOfWeek={DAYS[knobs.firstDayOfWeek]}
          />
          <Text c="dimmed">{day === null ? t('widget.date.none') : t('widget.date.chosen', { day })}</Text>
        </div>
      )}
    </Specimen>
  );
}
