import type { DashboardRange } from '@milepost/contract/dashboard-figures';
import { ActionIcon, Anchor, Group, SegmentedControl, Select, Text, Title } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { CallOutput } from '../../../api/call.ts';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { formatClock } from '../../../text/format.ts';
import { DateRange, type DateRangeValue } from '../../../ui/date-range/date-range.tsx';
import { Tooltip } from '../../../ui/tooltip/tooltip.tsx';
import { formatRange } from './day-text.ts';
import classes from './main.module.css';
import type { useDashboardState } from './use-dashboard-state.ts';
import { labelledOptions } from '../../../ui/rest-option.ts';

const SHOWN = ['today', 'yesterday', 'last-7', 'last-30', 'this-month', 'own'] as const satisfies DashboardRange[];

interface Props {
  dashboard: ReturnType<typeof useDashboardState>;
  /** When the figures arrived, epoch milliseconds; 0 before the first. */
  updatedAt: number;
  days: CallOutput<'get-dashboard'>['days'] | undefined;
}

/** The title, range and group. */
export function DashboardHead({ dashboard, updatedAt, days }: Props) {
  const { t } = useTranslation();
  const { state, change } = dashboard;
  const mayGroups = useMay('vehicles', 'view');
  const groups = useCall('get-group-list', {}, { enabled: mayGroups });
  const privilege = useCall('get-privilege-check', { menu: 1 });
  const [choosing, setChoosing] = useState<DateRangeValue | null>(null);
  const own = choosing ?? (state.range === 'own' ? ([state.from, state.to] satisfies DateRangeValue) : null);

  function chooseRange(value: string) {
    const range = SHOWN.find((each) => each === value) ?? 'today';
    if (range === 'own') return setChoosing([days?.from ?? null, days?.to ?? null]);
    setChoosing(null);
    return change({ range });
  }
  function chooseDays([from, to]: DateRangeValue) {
    if (from === null || to === null) return setChoosing([from, to]);
    setChoosing(null);
    return change({ range: 'own', from, to });
  }
  return (
    <header className={classes['top']}>
      <div className={classes['title']}>
        <Title order={1} size={20}>
          {t('dashboard.title')}
        </Title>
        <Text size="sm" c="dimmed" role="status">
          {days && `${formatRange(days.from, days.to)} · ${t('dashboard.as-of', { time: formatClock(updatedAt) })}`}
        </Text>
      </div>
      <Group gap={8} className={classes['controls']}>
        {privilege.data?.privilege === '1' && (
          <Anchor component={Link} to="/dashboard/distribution-main" size="sm">
            {t('distribution.title')}
          </Anchor>
        )}
        {(groups.data?.rows.length ?? 0) > 0 && (
          <Select
            aria-label={t('dashboard.group')}
            placeholder={t('dashboard.all-groups')}
            clearable
            searchable
            w={170}
            data={labelledOptions(t, groups.data?.rows, groups.data?.total)}
            value={state.groupId}
            onChange={(groupId) => change({ groupId })}
          />
        )}
        <div className={classes['ranges']}>
          <SegmentedControl
            aria-label={t('dashboard.range')}
            size="sm"
            value={own ? 'own' : state.range}
            onChange={chooseRange}
            data={SHOWN.map((range) => ({ value: range, label: t(`dashboard.ranges.${range}`) }))}
          />
        </div>
        {own && <DateRange label="" aria-label={t('dashboard.days')} value={own} onChange={chooseDays} w={230} />}
        <Tooltip text={t('dashboard.print')}>
          <ActionIcon
            variant="default"
            visibleFrom="sm"
            aria-label={t('dashboard.print')}
            onClick={() => window.print()}
          >
            <IconPrinter size={18} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </Group>
    </header>
  );
}
