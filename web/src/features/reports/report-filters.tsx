import { ActionIcon, Button, Group, Select } from '@mantine/core';
import { IconColumns3, IconMap, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../ui/lazy-part.ts';
import { LazyMenu } from '../../ui/lazy-menu.tsx';
import { ChoiceFilter } from './choice-filter.tsx';
import { OwnParameters } from './own-parameters.tsx';
import { RangeFilter } from './range-filter.tsx';
import { groupText } from '../../ui/report/report-cell.ts';
import { idsIn, type ReportState } from './report-state.ts';
import classes from './reports.module.css';
import type { Change, ReportAnswer } from './use-report.ts';

const ColumnOrder = lazyPart(() => import('./column-order.tsx'));

interface Props {
  data: ReportAnswer;
  state: ReportState;
  params: URLSearchParams;
  change: Change;
}

/** What a report is asked, in one bar. */
export function ReportFilters({ data, state, params, change }: Props) {
  const { t } = useTranslation();
  const mapShown = params.get('map') === 'yes';
  return (
    <Group gap="xs" className={classes['bar'] ?? ''} role="group" aria-label={t('reports.filters')}>
      {data.range && <RangeFilter range={data.range} change={change} />}
      {data.filters.map((filter) => (
        <ChoiceFilter
          key={filter}
          filter={filter}
          ids={idsIn(state, filter)}
          chosen={data.chosen[filter] ?? []}
          onChoose={(ids) => change({ [filter]: ids.join(',') })}
        />
      ))}
      <OwnParameters parameters={data.parameters} currency={data.currency} change={change} />
      {data.groupings.length > 0 && (
        <Select
          aria-label={t('reports.group-by')}
          w={150}
          size="sm"
          allowDeselect={false}
          data={[
            { value: '', label: t('reports.no-grouping') },
            ...data.groupings.map((value) => ({ value, label: t(`reports.grouped.${value}`) })),
          ]}
          value={data.group ?? ''}
          onChange={(group) => change({ group })}
        />
      )}
      {data.map && (
        <Button
          variant={mapShown ? 'light' : 'default'}
          size="sm"
          aria-pressed={mapShown}
          leftSection={<IconMap size={16} stroke={1.6} />}
          onClick={() => change({ map: mapShown ? null : 'yes' })}
        >
          {t('reports.map')}
        </Button>
      )}
      <LazyMenu
        popup="dialog"
        button={
          <ActionIcon variant="default" size={36} aria-label={t('table.columns')} title={t('table.columns')}>
            <IconColumns3 size={18} stroke={1.6} />
          </ActionIcon>
        }
        renderMenu={(frame) => (
          <ColumnOrder
            {...frame}
            columns={data.columns}
            params={params}
            onChoose={(keys) => change({ columns: keys === null ? null : keys.join(',') })}
          />
        )}
      />
      {data.only !== null && (
        <Button
          size="sm"
          variant="light"
          rightSection={<IconX size={14} aria-hidden />}
          aria-label={t('reports.only-off')}
          onClick={() => change({ only: null })}
        >
          {groupText(t, data.only.by, data.only.label ?? data.only.key)}
        </Button>
      )}
    </Group>
  );
}
