import { Chip, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../../../text/format.ts';
import { ClockField } from '../../../../ui/time-picker/clock-field.tsx';
import { groupDays, toClock } from '../../../../ui/weekly-hours/hours.ts';
import { dayName } from '../../../../ui/weekly-hours/hours-text.ts';
import { DurationField } from '../duration-field.tsx';
import type { ConditionKind, Conditions, FieldsProps } from './condition-kind.ts';
import { FenceSelect } from './geofences.tsx';
import { SmallLabel } from './small-label.tsx';
import { listText } from '../../../../text/list-text.ts';

type NotInArea = Conditions['notInArea'];

const WEEK = [0, 1, 2, 3, 4, 5, 6];

/** Geofences must be chosen: an empty choice does not mean any geofence. */
export const notInArea: ConditionKind<NotInArea> = {
  begin: () => ({ kind: 'notInArea', fenceIds: [], atMin: 480, weekdays: [0, 1, 2, 3, 4], toleranceS: 900 }),
  Fields: NotInAreaFields,
  describe(t, { atMin, weekdays, toleranceS }, fence) {
    const words = { fence, time: toClock(atMin), days: daysText(weekdays) };
    if (toleranceS === 0) return t('condition.notInArea.summary', words);
    return t('condition.notInArea.summary-late', { ...words, late: formatDuration(toleranceS) });
  },
  withFences: (condition, fenceIds) => ({ ...condition, fenceIds }),
  hasHours: true,
};

/** "Mon–Fri". */
const daysText = (weekdays: readonly number[]) =>
  listText(
    groupDays(WEEK.map((day) => (weekdays.includes(day) ? [{ fromMin: 0, toMin: 1440 }] : []))).map(({ from, to }) =>
      from === to ? dayName(from) : `${dayName(from)}–${dayName(to)}`,
    ),
  );

/** The geofences, the time and weekdays, and the tolerance. */
function NotInAreaFields(props: FieldsProps<NotInArea>) {
  const { t } = useTranslation();
  const { condition, onChange, errorOf } = props;
  const { atMin, weekdays, toleranceS } = condition;
  return (
    <>
      <FenceSelect {...props} placeholder="choose-area" />
      <SmallLabel text="at-time" />
      <ClockField
        label={t('alarm-rules.at-time')}
        value={toClock(atMin)}
        onChange={(time) => {
          const [hour, minute] = time.split(':').map(Number);
          if (hour !== undefined && minute !== undefined) onChange({ ...condition, atMin: hour * 60 + minute });
        }}
      />
      <SmallLabel text="or-later" />
      <DurationField
        label={t('alarm-rules.tolerance')}
        seconds={toleranceS}
        least={0}
        onChange={(seconds) => onChange({ ...condition, toleranceS: seconds })}
        error={errorOf('toleranceS')}
      />
      <SmallLabel text="later" />
      <Group gap={4} role="group" aria-label={t('alarm-rules.weekdays')}>
        <Chip.Group
          multiple
          value={weekdays.map(String)}
          onChange={(chosen) =>
            onChange({ ...condition, weekdays: WEEK.filter((day) => chosen.includes(String(day))) })
          }
        >
          {WEEK.map((day) => (
            <Chip key={day} value={String(day)} size="sm">
              {dayName(day)}
            </Chip>
          ))}
        </Chip.Group>
        {errorOf('weekdays') !== undefined && (
          <Text size="xs" c="red" role="alert">
            {errorOf('weekdays')}
          </Text>
        )}
      </Group>
    </>
  );
}
