import type { AlarmRule } from '@milepost/contract/alarm-rule-operations';
import { Anchor, Badge, Switch, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { Link } from 'react-router';
import { formatNumber } from '../../../text/format.ts';
import { Ago } from '../../../ui/ago.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import type { CsvColumn } from '../../../ui/data-table/csv.ts';
import type { TableDefaults } from '../../../ui/data-table/table-state.ts';
import { SeverityChip } from '../../../ui/severity/severity-chip.tsx';
import { conditionWords } from './kinds/condition-kinds.ts';
import { commandText, notificationText, subjectText } from './rule-words.ts';

const SORTS = ['name', 'kind', 'severity', 'lastAlarmAt'] as const;
export type RuleSort = (typeof SORTS)[number];
export const DEFAULTS: TableDefaults<RuleSort> = { sorts: SORTS, sort: 'name', direction: 'asc' };

interface Actions {
  /** Omitted if the role does not permit it. */
  onSwitch: ((rule: AlarmRule, enabled: boolean) => void) | undefined;
}

export function ruleColumns(t: TFunction, { onSwitch }: Actions): Column<AlarmRule, RuleSort>[] {
  const label = (key: string) => t(`alarm-rules.${key}`);
  return [
    {
      key: 'name',
      label: label('name'),
      sort: 'name',
      render: (rule) => (
        <div style={{ display: 'inline-block', verticalAlign: 'middle' }}>
          <Text fw={600} size="sm" c={rule.enabled ? undefined : 'dimmed'}>
            {rule.name}
          </Text>
          <Text size="sm" c="dimmed" maw={360} style={{ whiteSpace: 'normal' }}>
            {conditionWords(t, rule.condition, rule.fences)}
            {rule.schedule !== null && ` · ${label('in-hours')}`}
            {rule.command !== null && ` · ${t('alarm-rules.asks', { command: commandText(t, rule) })}`}
          </Text>
        </div>
      ),
    },
    {
      key: 'vehicles',
      label: label('vehicles'),
      render: (rule) =>
        // A type can have no vehicles yet.
        rule.vehicleCount === 0 && rule.vehicleTypes.length === 0 ? (
          <Badge
            color="orange"
            variant="light"
            tt="none"
            leftSection={<IconAlertTriangle size={12} aria-hidden />}
            title={label('vehicles-gone-text')}
          >
            {label('vehicles-gone')}
          </Badge>
        ) : (
          <Text size="sm" truncate maw={200} title={subjectText(t, rule)}>
            {subjectText(t, rule)}
            {!rule.allVehicles &&
              rule.groups.length + rule.vehicleTypes.length > 0 &&
              ` (${formatNumber(rule.vehicleCount)})`}
          </Text>
        ),
    },
    {
      key: 'severity',
      label: label('severity'),
      sort: 'severity',
      render: ({ severity }) => <SeverityChip severity={severity} />,
    },
    {
      key: 'tells',
      from: 1100,
      label: label('tells'),
      wideOnly: true,
      render: (rule) => (
        <Text size="sm" truncate maw={200} title={notificationText(t, rule)}>
          {notificationText(t, rule)}
        </Text>
      ),
    },
    {
      key: 'active',
      label: label('active'),
      align: 'right',
      render: ({ id, activeAlarms }) =>
        activeAlarms === 0 ? (
          <span style={{ color: 'var(--text-dim)' }}>0</span>
        ) : (
          <Anchor component={Link} to={`/dashboard/alarms?rule=${id}`} inherit>
            {formatNumber(activeAlarms)}
          </Anchor>
        ),
    },
    {
      key: 'lastAlarmAt',
      from: 860,
      label: label('last-alarm'),
      sort: 'lastAlarmAt',
      render: ({ lastAlarmAt }) => <Ago at={lastAlarmAt} never={label('never')} />,
    },
    {
      key: 'enabled',
      label: label('enabled'),
      render: (rule) => (
        <Switch
          size="sm"
          aria-label={t('alarm-rules.switch', { name: rule.name })}
          checked={rule.enabled}
          disabled={!onSwitch}
          onChange={(event) => onSwitch?.(rule, event.currentTarget.checked)}
        />
      ),
    },
  ];
}

export function ruleCsv(t: TFunction): CsvColumn<AlarmRule>[] {
  const label = (key: string) => t(`alarm-rules.${key}`);
  return [
    { label: label('name'), value: ({ name }) => name },
    { label: label('what'), value: ({ condition, fences }) => conditionWords(t, condition, fences) },
    { label: label('vehicles'), value: (rule) => subjectText(t, rule) },
    { label: label('severity'), value: ({ severity }) => t(`severity.${severity}`) },
    { label: label('tells'), value: (rule) => notificationText(t, rule) },
    { label: label('ask-column'), value: (rule) => commandText(t, rule) ?? '' },
    { label: label('active'), value: ({ activeAlarms }) => activeAlarms },
    { label: label('last-alarm'), value: ({ lastAlarmAt }) => lastAlarmAt },
    { label: label('enabled'), value: ({ enabled }) => (enabled ? t('alarm-rules.yes') : t('alarm-rules.no')) },
  ];
}
