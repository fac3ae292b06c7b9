import type { AlarmRow } from '@milepost/contract/alarm-operations';
import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '../../../api/setup.ts';
import { valueText } from '../../../text/alarm-value.ts';
import { formatDateTime, formatNumber } from '../../../text/format.ts';
import { Ago } from '../../../ui/ago.tsx';
import classes from './alarms.module.css';
import { AlarmState } from './alarm-state.tsx';
import { aboutText, limitText, placeText } from './alarm-words.ts';
import { listText } from '../../../text/list-text.ts';

/** The facts of an alarm; unknown ones are omitted. */
export function AlarmFacts({ alarm }: { alarm: AlarmRow }) {
  const { t } = useTranslation();
  const mayVehicles = useMay('vehicles', 'view');
  const { registration } = alarm;
  const facts: [string, ReactNode][] = [
    [
      'vehicle',
      mayVehicles ? (
        <Anchor key="vehicle" component={Link} to={`/vehicle-info/${alarm.vehicleId}`}>
          {registration}
        </Anchor>
      ) : (
        registration
      ),
    ],
    ['driver', alarm.driverName],
    ['group', alarm.groupName],
    ['rule', alarm.ruleName],
    ['about', aboutText(t, alarm)],
    ['value', valueText(alarm)],
    ['limit', limitText(alarm)],
    [
      'since',
      <>
        {formatDateTime(alarm.start)} (<Ago at={alarm.start} />)
      </>,
    ],
    ['clock', alarm.deviceClock && t('alarms.wrong-clock', { time: formatDateTime(alarm.deviceClock) })],
    ['count', alarm.count > 1 ? t('alarms.times', { count: alarm.count, number: formatNumber(alarm.count) }) : null],
    ['last', alarm.count > 1 ? formatDateTime(alarm.lastAt) : null],
    ['place', placeText(alarm)],
    ['state', <AlarmState key="state" alarm={alarm} />],
    [
      'acknowledged',
      alarm.acknowledgedAt && listText([alarm.acknowledgedBy ?? '–', formatDateTime(alarm.acknowledgedAt)]),
    ],
    [
      'cleared',
      alarm.clearedAt && listText([alarm.clearedBy ?? t('alarms.by-itself'), formatDateTime(alarm.clearedAt)]),
    ],
    ['reason', alarm.reasonCode && t(`alarms.reason.${alarm.reasonCode}`)],
    ['assignee', alarm.assigneeName ?? t('alarms.nobody')],
  ];
  return (
    <dl className={classes['facts']}>
      {facts.map(
        ([name, value]) =>
          value !== null && (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{t(`alarms.fact.${name}`)}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
