import type { AlarmRow } from '@milepost/contract/alarm-operations';
import { Checkbox } from '@mantine/core';
import type { TFunction } from 'i18next';
import { formatDayAndClock, formatNumber } from '../../../text/format.ts';
import { Ago } from '../../../ui/ago.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import type { TableDefaults } from '../../../ui/data-table/table-state.ts';
import { SeverityChip } from '../../../ui/severity/severity-chip.tsx';
import { AlarmState } from './alarm-state.tsx';
import { detailText, placeText } from './alarm-words.ts';
import classes from './alarms.module.css';
import { listText } from '../../../text/list-text.ts';

const SORTS = ['start', 'severity', 'registration', 'ruleName', 'count', 'lastAt'] as const;
type Sort = (typeof SORTS)[number];

export const DEFAULTS: TableDefaults<Sort> = { sorts: SORTS, sort: 'start', direction: 'desc' };

interface Choosing {
  chosen: ReadonlySet<number>;
  toggle: (id: number) => void;
}

export function tableColumns(t: TFunction, choosing: Choosing | null): Column<AlarmRow, Sort>[] {
  const label = (key: string) => t(`alarms.fact.${key}`);
  return [
    {
      key: 'registration',
      label: label('vehicle'),
      sort: 'registration',
      render: ({ id, registration, ruleName, driverName }) => (
        <span className={classes['lead']} data-alarm={id}>
          {choosing && (
            <Checkbox
              aria-label={t('choosing.one', { name: listText([registration, ruleName]) })}
              checked={choosing.chosen.has(id)}
              onChange={() => choosing.toggle(id)}
            />
          )}
          <span>
            <b>{registration}</b> <bdi className={classes['below']}>{driverName}</bdi>
          </span>
        </span>
      ),
    },
    {
      key: 'severity',
      from: 700,
      label: label('severity'),
      sort: 'severity',
      render: ({ severity }) => <SeverityChip severity={severity} />,
    },
    {
      key: 'rule',
      label: label('rule'),
      sort: 'ruleName',
      text: true,
      render: (alarm) => (
        <>
          <bdi>{alarm.ruleName}</bdi> <bdi className={classes['about']}>{detailText(t, alarm)}</bdi>
        </>
      ),
    },
    {
      key: 'since',
      label: label('since'),
      sort: 'start',
      render: ({ start }) => (
        <>
          <Ago at={start} /> <span className={classes['below']}>{formatDayAndClock(start)}</span>
        </>
      ),
    },
    {
      key: 'count',
      from: 1240,
      label: label('count'),
      sort: 'count',
      align: 'right',
      wideOnly: true,
      render: ({ count }) => (count > 1 ? `× ${formatNumber(count)}` : ''),
    },
    { key: 'state', label: label('state'), render: (alarm) => <AlarmState alarm={alarm} /> },
    { key: 'assignee', from: 960, label: label('assignee'), render: ({ assigneeName }) => assigneeName ?? '–' },
    {
      key: 'place',
      from: 860,
      label: label('place'),
      render: (alarm) => (
        <span className={classes['place']} title={placeText(alarm) ?? undefined}>
          {placeText(alarm) ?? '–'}
        </span>
      ),
    },
  ];
}
