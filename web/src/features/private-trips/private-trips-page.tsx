import type { PrivateRule } from '@milepost/contract/private-time-operations';
import { Button, Text } from '@mantine/core';
import { IconEyeOff, IconPlus } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '../../api/setup.ts';
import { useCall } from '../../api/use-call.ts';
import { Alert } from '../../ui/alert/alert.tsx';
import { CutNote } from '../../ui/cut-note.tsx';
import type { Column } from '../../ui/data-table/column.ts';
import { isolate } from '../../text/isolate.ts';
import { localAnswer } from '../../ui/data-table/local-answer.ts';
import type { TableDefaults } from '../../ui/data-table/table-state.ts';
import { useTableState } from '../../ui/data-table/use-table-state.ts';
import { ListPage } from '../../ui/list-page/list-page.tsx';
import { hoursText } from '../../ui/weekly-hours/hours-text.ts';
import { RuleDialog, ruleName } from './rule-dialog.tsx';

const SORTS = ['of', 'organisationName'] as const;
type Sort = (typeof SORTS)[number];
const DEFAULTS: TableDefaults<Sort> = { sorts: SORTS, sort: 'of', direction: 'asc' };
const VALUES: Record<Sort, (rule: PrivateRule) => string> = {
  of: ({ registration }) => registration ?? '',
  organisationName: ({ organisationName }) => organisationName,
};

/** The rules about when vehicles are used privately. */
export default function PrivateTripsPage() {
  const { t } = useTranslation();
  const list = useTableState(DEFAULTS);
  const [opened, setOpened] = useState<PrivateRule | 'new' | null>(null);
  const mayCreate = useMay('private-trips', 'create');
  const query = useCall('get-private-rule-list', {});
  const addButton = mayCreate && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpened('new')}>
      {t('private-time.add')}
    </Button>
  );
  const found =
    query.data &&
    localAnswer(query.data.rows, list.state, VALUES, (rule) => [
      ruleName(t, rule),
      rule.organisationName,
      rule.button?.attribute ?? '',
    ]);
  return (
    <>
      <ListPage
        title={t('private-time.title')}
        notice={
          <>
            <Alert type="info" dismissible={false}>
              {t('private-time.note')}
            </Alert>
            <CutNote shown={query.data?.rows.length} total={query.data?.total} />
          </>
        }
        searchLabel={t('private-time.search')}
        columns={columns(t)}
        list={list}
        found={found}
        query={query}
        onOpen={setOpened}
        lead={
          <Button component={Link} to="/private-trips/marks" variant="default">
            {t('private-time.marks-title')}
          </Button>
        }
        actions={addButton}
        empty={{
          Icon: IconEyeOff,
          title: t('private-time.empty'),
          text: t('private-time.empty-text'),
          action: addButton,
        }}
      />
      {opened !== null && <RuleDialog rule={opened === 'new' ? undefined : opened} onClose={() => setOpened(null)} />}
    </>
  );
}

function columns(t: TFunction): Column<PrivateRule, Sort>[] {
  const label = (key: string) => t(`private-time.${key}`);
  return [
    {
      key: 'of',
      label: label('of'),
      sort: 'of',
      render: (rule) => (
        <Text span fw={600}>
          {ruleName(t, rule)}
        </Text>
      ),
    },
    {
      key: 'workingHours',
      label: label('workingHours'),
      render: ({ workingHours, timeZone }) =>
        workingHours ? `${hoursText(workingHours)} · ${isolate(timeZone)}` : label('no-hours'),
    },
    {
      key: 'button',
      label: label('button'),
      render: ({ button }) => (button ? `${button.attribute} = ${String(button.value)}` : label('no-button')),
    },
    {
      key: 'driversMark',
      label: label('drivers-column'),
      render: ({ driversMark }) => label(driversMark ? 'drivers-may' : 'drivers-may-not'),
    },
    {
      key: 'organisationName',
      label: label('organisation'),
      sort: 'organisationName',
      render: ({ organisationName }) => organisationName,
    },
  ];
}
