import { ActionIcon, Button, Group, Select, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReportFilter } from '@milepost/contract/report-kinds';
import { IconAdjustments, IconColumns3, IconMap, IconX } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Drawer } from '../../ui/dialog/drawer.tsx';
import { formatDate, formatNumber } from '../../text/format.ts';
import { SearchBox } from '../../ui/data-table/search-box.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { LazyMenu } from '../../ui/lazy-menu.tsx';
import { ChoiceFilter } from './choice-filter.tsx';
import { OwnParameters } from './own-parameters.tsx';
import { RangeFilter } from './range-filter.tsx';
import { groupText } from '../../ui/report/report-cell.ts';
import { idsIn, type ReportState } from './report-state.ts';
import classes from './reports.module.css';
import type { Change, ReportAnswer } from './use-report.ts';

const TypeFilter = lazyPart(() => import('./type-filter.tsx'));
const ColumnOrder = lazyPart(() => import('./column-order.tsx'));

interface Props {
  data: ReportAnswer;
  state: ReportState;
  params: URLSearchParams;
  change: Change;
}

/** The parameters of a report in one bar; on a phone in one line that opens the filters. */
export function ReportFilters(props: Props) {
  const phone = useMediaQuery('(max-width: 767.98px)', undefined, { getInitialValueInEffect: false });
  return phone ? <FoldedFilters {...props} /> : <FilterBar {...props} />;
}

function FoldedFilters(props: Props) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <UnstyledButton className={classes['folded'] ?? ''} aria-haspopup="dialog" onClick={() => setOpened(true)}>
        <span>{criteriaText(t, props.data)}</span>
        <span className={classes['change']}>{t('reports.change')}</span>
      </UnstyledButton>
      <Drawer
        loses={false}
        opened={opened}
        onClose={() => setOpened(false)}
        position="bottom"
        size="auto"
        styles={{ content: { height: 'auto', maxHeight: '92dvh' } }}
        title={t('reports.filters')}
        closeButtonProps={{ 'aria-label': t('form.close') }}
      >
        <FilterBar {...props} whole />
        <Button fullWidth mt="md" onClick={() => setOpened(false)}>
          {t('reports.show', { count: props.data.total, number: formatNumber(props.data.total) })}
        </Button>
      </Drawer>
    </>
  );
}

/** The parameters of the report in one line: "Last 7 days · All vehicles". */
function criteriaText(t: TFunction, { range, filters, vehicleTypes, chosen, group }: ReportAnswer): string {
  const days =
    range === null
      ? []
      : [
          range.preset === null
            ? range.from === range.to
              ? formatDate(range.from)
              : `${formatDate(range.from)} – ${formatDate(range.to)}`
            : t(`reports.ranges.${range.preset}`),
        ];
  const narrowed = filters.flatMap((filter) => {
    const names = chosen[filter] ?? [];
    if (names.length === 0) return filter === 'vehicles' ? [t('reports.filter.vehicles.all')] : [];
    return [
      names.length === 1
        ? (names[0]?.name ?? '')
        : t(`reports.filter.${filter}.some`, { count: names.length, number: formatNumber(names.length) }),
    ];
  });
  const types = vehicleTypes?.map((type) => t(`vehicle-type.${type}`)) ?? [];
  return [...days, ...narrowed, ...types, ...(group === null ? [] : [t(`reports.grouped.${group}`)])].join(' · ');
}

/** The filters that most reports use; all others are behind "More". */
const FIRST: ReadonlySet<ReportFilter> = new Set(['vehicles']);

/** @param whole true if nothing is behind "More" */
function FilterBar({ data, state, params, change, whole = false }: Props & { whole?: boolean }) {
  const { t } = useTranslation();
  const [more, setMore] = useState(false);
  const hiddenCount = countHiddenCriteria(data, state);
  const others =
    data.filters.some((filter) => !FIRST.has(filter)) || data.parameters.length > 0 || data.vehicleTypes !== null;
  const open = whole || more;
  const choice = (filter: ReportFilter) => (
    <ChoiceFilter
      key={filter}
      filter={filter}
      ids={idsIn(state, filter)}
      chosen={data.chosen[filter] ?? []}
      onChoose={(ids) => change({ [filter]: ids.join(',') })}
    />
  );
  const mapShown = params.get('map') === 'yes';
  return (
    <Group gap={6} className={classes[whole ? 'whole' : 'bar'] ?? ''} role="group" aria-label={t('reports.filters')}>
      {data.search !== null && (
        <div className={classes['search']}>
          <SearchBox label={t('reports.find')} value={data.search} onChange={(search) => change({ search })} />
        </div>
      )}
      {data.range && <RangeFilter range={data.range} change={change} />}
      {data.filters.filter((filter) => FIRST.has(filter)).map(choice)}
      {others && !whole && (
        <Button
          size="sm"
          variant={hiddenCount > 0 ? 'light' : 'default'}
          leftSection={<IconAdjustments size={16} stroke={1.6} aria-hidden />}
          aria-expanded={open}
          onClick={() => setMore(!more)}
        >
          {hiddenCount > 0 ? t('reports.more-asked', { number: formatNumber(hiddenCount) }) : t('reports.more')}
        </Button>
      )}
      {data.groupings.length > 0 && (
        <Select
          aria-label={t('reports.group-by')}
          w={136}
          size="sm"
          allowDeselect={false}
          data={[
            { value: '', label: t('reports.no-grouping') },
            ...data.groupings.map((value) => ({ value, label: t(`reports.grouped.${value}`) })),
          ]}
          value={data.group ?? ''}
          onChange={(group) => change({ group, ...(group === '' && { subtotals: null }) })}
        />
      )}
      {data.group !== null && (
        <Button
          variant={data.subtotals ? 'light' : 'default'}
          size="sm"
          aria-pressed={data.subtotals}
          onClick={() => change({ subtotals: data.subtotals ? null : 'yes' })}
        >
          {t('reports.subtotals-only')}
        </Button>
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
      {open && (
        <Group gap="xs" w="100%" className={classes['others'] ?? ''}>
          {data.filters.filter((filter) => !FIRST.has(filter)).map(choice)}
          {data.vehicleTypes && (
            <Suspense fallback={null}>
              <TypeFilter types={data.vehicleTypes} onChoose={(types) => change({ types: types.join(',') })} />
            </Suspense>
          )}
          <OwnParameters parameters={data.parameters} currency={data.currency} change={change} />
        </Group>
      )}
    </Group>
  );
}

/** The number of active filters behind "More". */
function countHiddenCriteria({ filters, vehicleTypes, parameters }: ReportAnswer, state: ReportState): number {
  const chosen = filters.filter((filter) => !FIRST.has(filter) && idsIn(state, filter).length > 0);
  const own = parameters.filter(({ value, standard }) => value !== standard);
  return chosen.length + own.length + (vehicleTypes !== null && vehicleTypes.length > 0 ? 1 : 0);
}
