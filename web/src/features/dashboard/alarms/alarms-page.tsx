import type { AlarmRow } from '@milepost/contract/alarm-operations';
import { Button, SegmentedControl } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { IconBellCheck, IconDeviceTv } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { formatNumber } from '../../../text/format.ts';
import { BulkBar } from '../../../ui/data-table/bulk-bar.tsx';
import { useTableState } from '../../../ui/data-table/use-table-state.ts';
import { useOpenRecord } from '../../../ui/form/use-open-record.ts';
import { ListPage } from '../../../ui/list-page/list-page.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { AlarmActions } from './alarm-actions.tsx';
import { DEFAULTS, tableColumns } from './alarm-columns.tsx';
import { asReport, filterInput, isFiltered, mayBelong, readFilter, TABS } from './alarm-filter.ts';
import { AlarmFilters } from './alarm-filters.tsx';
import classes from './alarms.module.css';
import { type HandleRequest, HandleDialog } from './handle-dialog.tsx';
import { useAcknowledgeKey } from './use-acknowledge-key.ts';
import { useHandleAlarms } from './use-handle-alarms.tsx';
import { useLiveRows } from './use-live-rows.ts';
import { WhenUsed } from '../../../ui/when-used.tsx';

const AlarmDrawer = lazyPart(() => import('./alarm-drawer.tsx'));
const NONE: ReadonlySet<number> = new Set();

/** All alarms, with the actions on them and who did them. */
export default function AlarmsPage() {
  const { t } = useTranslation();
  const list = useTableState(DEFAULTS);
  const { state, filter: narrow } = list;
  const [params] = useSearchParams();
  const { opened, open, close } = useOpenRecord();
  const mayEdit = useMay('alarms', 'edit');
  const mayMonitor = useMay('alarm-monitor', 'view');
  const [chosen, setChosen] = useState(NONE);
  const [request, setRequest] = useState<HandleRequest | null>(null);
  const filter = readFilter(params);
  const input = { ...state, ...filterInput(filter) };
  const query = useCall('get-alarm-list', input, { placeholderData: keepPreviousData });
  const fresh = useLiveRows({
    input,
    page: query.data,
    fetchedAt: query.dataUpdatedAt,
    mayBelong: (alarm) => mayBelong(alarm, filter),
  });
  const handle = useHandleAlarms(() => setChosen(NONE));

  const rows = query.data?.rows ?? [];
  const picked = rows.filter(({ id }) => chosen.has(id));
  const toggle = (id: number) =>
    setChosen((old) => new Set(old.has(id) ? [...old].filter((one) => one !== id) : [...old, id]));
  useAcknowledgeKey((id) => {
    const alarm = rows.find((row) => row.id === id);
    if (mayEdit && alarm) void handle([alarm], { action: 'acknowledge' });
  });

  return (
    <>
      {fresh > 0 && (
        <Button className={classes['pill'] ?? ''} radius="xl" size="xs" onClick={() => void query.refetch()}>
          {t('alarms.fresh', { count: fresh, number: formatNumber(fresh) })}
        </Button>
      )}
      <ListPage
        title={t('alarms.title')}
        searchLabel={t('alarms.search')}
        columns={tableColumns(t, mayEdit ? { chosen, toggle } : null)}
        list={list}
        query={query}
        onOpen={(alarm: AlarmRow) => open(alarm.id)}
        filtered={isFiltered(filter)}
        filters={
          <>
            <SegmentedControl
              aria-label={t('alarms.show')}
              size="xs"
              data={TABS.map((value) => ({ value, label: t(`alarms.tab.${value}`) }))}
              value={filter.tab}
              onChange={(tab) => narrow({ show: tab === 'all' ? null : tab })}
            />
            <AlarmFilters filter={filter} onChange={narrow} />
          </>
        }
        report={asReport(filter, state)}
        lead={
          mayMonitor && (
            <Button
              component={Link}
              to="/dashboard/alarm-monitor"
              target="_blank"
              variant="default"
              leftSection={<IconDeviceTv size={16} aria-hidden />}
            >
              {t('alarms.monitor')}
            </Button>
          )
        }
        empty={{ Icon: IconBellCheck, title: t('alarms.empty'), text: t('alarms.empty-text'), action: <ToRules /> }}
      />
      <BulkBar
        label={t('alarms.bulk')}
        count={picked.length}
        onPage={() => setChosen(new Set(rows.map(({ id }) => id)))}
        onNone={() => setChosen(NONE)}
      >
        <AlarmActions alarms={picked} onAsk={setRequest} />
      </BulkBar>
      <WhenUsed>
        <AlarmDrawer id={opened === 'new' ? null : opened} onClose={close} onAsk={setRequest} />
      </WhenUsed>
      <HandleDialog
        request={request}
        onClose={() => setRequest(null)}
        onDeed={(alarms, deed) => void handle(alarms, deed)}
      />
    </>
  );
}

function ToRules() {
  const { t } = useTranslation();
  const mayRules = useMay('alarm-rules', 'view');
  return mayRules ? (
    <Button component={Link} to="/settings/alarm-rules" variant="default">
      {t('alarms.to-rules')}
    </Button>
  ) : null;
}
