import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { AlarmCondition } from '@milepost/contract/alarm-condition';
import { formatDecimal, formatDuration, withUnit } from '../../../../text/format.ts';
import { DurationField } from '../duration-field.tsx';
import type { ConditionKind, Conditions, FieldsProps } from './condition-kind.ts';
import { SmallLabel } from './small-label.tsx';

export type Lasting = Extract<AlarmCondition, { afterS?: number }> & { afterS: number };

/** The duration that it must last, with a minimum of `least` seconds. */
export function LastingField({
  condition,
  onChange,
  errorOf,
  least = 60,
}: Pick<FieldsProps<Lasting>, 'condition' | 'onChange' | 'errorOf'> & { least?: number }) {
  const { t } = useTranslation();
  return (
    <>
      <SmallLabel text="for-longer" />
      <DurationField
        label={t('alarm-rules.duration')}
        seconds={condition.afterS}
        least={least}
        onChange={(afterS) => onChange({ ...condition, afterS })}
        error={errorOf('afterS')}
      />
    </>
  );
}

/** "Load space above 8 °C for longer than 10 min". */
export const forLonger = (t: TFunction, what: string, afterS: number): string =>
  afterS === 0 ? what : t('alarm-rules.lasting', { what, time: formatDuration(afterS) });

/** "…; well again 1 °C within the range". */
export function withHysteresis(t: TFunction, what: string, by: number, unit: string): string {
  if (by === 0) return what;
  return t('alarm-rules.with-hysteresis', {
    what,
    by: unit === '' ? formatDecimal(by) : withUnit(formatDecimal(by), unit),
  });
}

/** A kind whose only parameter is a duration. */
const lasting = <Condition extends Lasting>(begin: () => Condition): ConditionKind<Condition> => ({
  begin,
  Fields: LastingField,
  describe: (t, { kind, afterS }) => t(`condition.${kind}.summary`, { time: formatDuration(afterS) }),
});

export const standingKinds = {
  overStay: lasting<Conditions['overStay']>(() => ({ kind: 'overStay', afterS: 7200 })),
  idling: lasting<Conditions['idling']>(() => ({ kind: 'idling', afterS: 600 })),
};

export const noData = lasting<Conditions['noData']>(() => ({ kind: 'noData', afterS: 3600 }));

export const driverWithoutTag = lasting<Conditions['driverWithoutTag']>(() => ({
  kind: 'driverWithoutTag',
  afterS: 120,
}));
