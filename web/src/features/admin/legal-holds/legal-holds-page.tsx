import type { LegalHold } from '@milepost/contract/legal-hold-operations';
import { Button, Text } from '@mantine/core';
import { IconGavel, IconPlus } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { formatDate, formatDay } from '../../../text/format.ts';
import { CutNote } from '../../../ui/cut-note.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { localAnswer } from '../../../ui/data-table/local-answer.ts';
import type { TableDefaults } from '../../../ui/data-table/table-state.ts';
import { useTableState } from '../../../ui/data-table/use-table-state.ts';
import { ListPage } from '../../../ui/list-page/list-page.tsx';
import { EndHoldDialog, NewHoldDialog } from './hold-dialogs.tsx';

const SORTS = ['createdAt', 'registration', 'organisationName', 'firstDay'] as const;
type Sort = (typeof SORTS)[number];
const DEFAULTS: TableDefaults<Sort> = { sorts: SORTS, sort: 'createdAt', direction: 'desc' };
const VALUES: Record<Sort, (hold: LegalHold) => string> = {
  createdAt: ({ createdAt }) => createdAt,
  registration: ({ registration }) => registration,
  organisationName: ({ organisationName }) => organisationName,
  firstDay: ({ firstDay }) => firstDay,
};

/** The legal holds on vehicles, in force and ended, with who set and ended each and why. */
export default function LegalHoldsPage() {
  const { t } = useTranslation();
  const list = useTableState(DEFAULTS);
  const { state, change } = list;
  const [making, setMaking] = useState(false);
  const [ending, setEnding] = useState<LegalHold | null>(null);
  const mayCreate = useMay('organisations', 'create');
  const mayEnd = useMay('organisations', 'delete');
  const query = useCall('get-legal-hold-list', {});
  const addButton = mayCreate && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setMaking(true)}>
      {t('legal-holds.add')}
    </Button>
  );
  const found =
    query.data &&
    localAnswer(query.data.rows, state, VALUES, ({ registration, reason, createdBy, endedBy, endReason }) => [
      registration,
      reason,
      createdBy ?? '',
      endedBy ?? '',
      endReason ?? '',
    ]);
  return (
    <>
      <ListPage
        title={t('legal-holds.title')}
        notice={<CutNote shown={query.data?.rows.length} total={query.data?.total} />}
        searchLabel={t('legal-holds.search')}
        columns={columns(t, mayEnd ? setEnding : undefined)}
        list={list}
        found={found}
        query={query}
        onOpen={({ registration }) => change({ search: registration })}
        actions={addButton}
        empty={{
          Icon: IconGavel,
          title: t('legal-holds.empty'),
          text: t('legal-holds.empty-text'),
          action: addButton,
        }}
      />
      <NewHoldDialog opened={making} onClose={() => setMaking(false)} />
      <EndHoldDialog hold={ending} onClose={() => setEnding(null)} />
    </>
  );
}

const daysText = (t: TFunction, { firstDay, lastDay }: LegalHold) =>
  lastDay === null
    ? t('legal-holds.open-end', { day: formatDate(firstDay) })
    : `${formatDate(firstDay)} – ${formatDate(lastDay)}`;

function columns(t: TFunction, end: ((hold: LegalHold) => void) | undefined): Column<LegalHold, Sort>[] {
  const label = (key: string) => t(`legal-holds.${key}`);
  const by = (at: string, name: string | null) =>
    t('legal-holds.by', { day: formatDay(at), name: name ?? label('server') });
  return [
    {
      key: 'registration',
      label: label('vehicle'),
      sort: 'registration',
      render: ({ registration }) => (
        <Text span fw={600}>
          {registration}
        </Text>
      ),
    },
    { key: 'days', label: label('days'), sort: 'firstDay', render: (hold) => daysText(t, hold) },
    {
      key: 'reason',
      label: label('reason'),
      render: ({ reason, endReason }) => (endReason === null ? reason : `${reason} · ${endReason}`),
    },
    {
      key: 'set',
      label: label('set'),
      sort: 'createdAt',
      render: ({ createdAt, createdBy }) => by(createdAt, createdBy),
    },
    {
      key: 'ended',
      label: label('ended'),
      render: ({ endedAt, endedBy }) =>
        endedAt === null ? (
          <Text span fw={600} c="accent">
            {label('in-force')}
          </Text>
        ) : (
          by(endedAt, endedBy)
        ),
    },
    {
      key: 'organisationName',
      label: label('organisation'),
      sort: 'organisationName',
      render: ({ organisationName }) => organisationName,
    },
    ...(end
      ? [
          {
            key: 'end',
            label: label('end'),
            bare: true,
            align: 'right' as const,
            render: (hold: LegalHold) =>
              hold.endedAt === null &&
              hold.mayEnd && (
                <Button size="compact-sm" variant="default" onClick={() => end(hold)}>
                  {label('end')}
                </Button>
              ),
          },
        ]
      : []),
  ];
}
