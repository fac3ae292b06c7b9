import type { AlarmHandling, AlarmRow } from '@milepost/contract/alarm-operations';
import { Title } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../text/format.ts';
import { CutNote } from '../../../ui/cut-note.tsx';
import classes from './alarms.module.css';

interface Props {
  alarm: AlarmRow;
  history: readonly AlarmHandling[];
  /** The total, if `history` is only a part. */
  total: number;
}

/** The actions on an alarm since it was raised, with who did them. */
export function AlarmHistory({ alarm, history, total }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <Title order={3} size={14}>
        {t('alarms.history.title')}
      </Title>
      <ol className={classes['history']}>
        <li>
          <div>
            {t('alarms.history.raised', { rule: alarm.ruleName })}
            <div className={classes['when']}>{formatDateTime(alarm.start)}</div>
          </div>
        </li>
        {history.map((one) => (
          <li key={one.id}>
            <div>
              {one.action !== 'reopen' && <b>{one.username}</b>} {deedText(t, one)}
              {one.text !== null && <div>“{one.text}”</div>}
              <div className={classes['when']}>{formatDateTime(one.at)}</div>
            </div>
          </li>
        ))}
        {alarm.clearedAt !== null && alarm.clearedBy === null && (
          <li>
            <div>
              {t('alarms.history.cleared-itself')}
              <div className={classes['when']}>{formatDateTime(alarm.clearedAt)}</div>
            </div>
          </li>
        )}
      </ol>
      <CutNote shown={history.length} total={total} />
    </>
  );
}

function deedText(t: TFunction, { action, reasonCode, assignee }: AlarmHandling): string {
  const deed =
    action === 'assign'
      ? assignee === null
        ? t('alarms.history.unassign')
        : t('alarms.history.assign', { name: assignee })
      : t(`alarms.history.${action}`);
  return reasonCode === null ? deed : `${deed}: ${t(`alarms.reason.${reasonCode}`)}`;
}
