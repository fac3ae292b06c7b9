import { useTranslation } from 'react-i18next';
import { HoursField } from '../../../../ui/weekly-hours/hours-field.tsx';
import { hoursText } from '../../../../ui/weekly-hours/hours-text.ts';
import { officeHours } from '../../../../ui/weekly-hours/hours.ts';
import classes from '../sentence.module.css';
import type { ConditionKind, Conditions, FieldsProps } from './condition-kind.ts';

type UnauthorisedMovement = Conditions['unauthorisedMovement'];

const unauthorisedMovement: ConditionKind<UnauthorisedMovement> = {
  begin: () => ({ kind: 'unauthorisedMovement', workingHours: officeHours() }),
  Fields: WorkingHours,
  describe: (t, { workingHours }) => t('condition.unauthorisedMovement.summary', { hours: hoursText(workingHours) }),
  hasHours: true,
};

function WorkingHours({ condition, onChange }: FieldsProps<UnauthorisedMovement>) {
  const { t } = useTranslation();
  return (
    <div className={classes['indent']}>
      <HoursField
        label={t('alarm-rules.working-hours')}
        value={condition.workingHours}
        onChange={(workingHours) => onChange({ ...condition, workingHours })}
      />
    </div>
  );
}

type StateEvent = Conditions['tripStart' | 'tripEnd' | 'ignitionOn' | 'ignitionOff'];

const event = <Condition extends StateEvent>(begin: () => Condition): ConditionKind<Condition> => ({
  begin,
  Fields: null,
  describe: (t, { kind }) => t(`condition.${kind}.summary`),
});

const tow: ConditionKind<Conditions['tow']> = {
  begin: () => ({ kind: 'tow' }),
  Fields: null,
  describe: (t) => t('condition.tow.summary'),
};

export const movementKinds = {
  unauthorisedMovement,
  tow,
  tripStart: event<Conditions['tripStart']>(() => ({ kind: 'tripStart' })),
  tripEnd: event<Conditions['tripEnd']>(() => ({ kind: 'tripEnd' })),
  ignitionOn: event<Conditions['ignitionOn']>(() => ({ kind: 'ignitionOn' })),
  ignitionOff: event<Conditions['ignitionOff']>(() => ({ kind: 'ignitionOff' })),
};
