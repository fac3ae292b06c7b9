import type { Outlet } from '@milepost/contract/outlet-operations';
import { Badge, Button, Group, Title } from '@mantine/core';
import { IconEdit } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { RecordChanges } from '../../../ui/changes/record-changes.tsx';
import { EmptyNote } from '../../../ui/empty-note.tsx';
import { RecordFiles } from '../../../ui/files/record-files.tsx';
import { useOpenRecord } from '../../../ui/form/use-open-record.ts';
import { recordId } from '../../../ui/record-page/record-id.ts';
import { RecordPage } from '../../../ui/record-page/record-page.tsx';
import { RecordTabs } from '../../../ui/record-page/record-tabs.tsx';
import { RecordTasks } from '../../../ui/tasks/record-tasks.tsx';
import { OutletDrawer } from './outlet-drawer.tsx';
import { OutletOverview } from './outlet-overview.tsx';
import { OutletVisits } from './outlet-visits.tsx';
import { labelKey } from './outlet-values.ts';
import classes from './outlets-page.module.css';

/** One outlet: its location, details, visits, files and changes. */
export default function OutletPage() {
  const id = recordId(useParams()['outletId']);
  const navigate = useNavigate();
  const { opened, open, close } = useOpenRecord();
  const [tasks, changes] = [useMay('tasks', 'view'), useMay('audit-log', 'view')];
  const visits = [useMay('routes', 'view'), useMay('distribution', 'view')].includes(true);
  const query = useCall('get-outlet-by-id', { id }, { enabled: id > 0 });
  return (
    <RecordPage id={id} query={query} texts="outlets" list="/settings/outlets" nameOf={({ outlet }) => outlet.name}>
      {({ outlet }) => (
        <>
          <Head outlet={outlet} onEdit={() => open(id)} />
          <RecordTabs
            texts="outlets.tabs"
            tabs={{
              overview: <OutletOverview outlet={outlet} />,
              visits: visits ? <OutletVisits outlet={outlet} /> : null,
              tasks: tasks ? <RecordTasks kind="outlet" id={id} title={outlet.name} /> : null,
              files: <Files outlet={outlet} />,
              changes: changes ? <RecordChanges subject="outlet" id={id} labelKey={labelKey} /> : null,
            }}
          />
          <OutletDrawer
            opened={opened === id ? id : null}
            onClose={close}
            onRemoved={() => void navigate('/settings/outlets')}
          />
        </>
      )}
    </RecordPage>
  );
}

function Head({ outlet: { code, name, state }, onEdit }: { outlet: Outlet; onEdit: () => void }) {
  const { t } = useTranslation();
  const mayEdit = useMay('outlets', 'edit');
  return (
    <header className={classes['head']}>
      <div>
        <Group gap={12}>
          <Title order={1} size={20}>
            {name}
          </Title>
          {state === 'closed' && (
            <Badge variant="default" tt="none" fw={500}>
              {t('outlets.state.closed')}
            </Badge>
          )}
        </Group>
        <p>
          <bdi>{code}</bdi>
        </p>
      </div>
      {mayEdit && (
        <Button variant="default" leftSection={<IconEdit size={16} aria-hidden />} onClick={onEdit}>
          {t('outlets.edit')}
        </Button>
      )}
    </header>
  );
}

function Files({ outlet: { id, name } }: { outlet: Outlet }) {
  const { t } = useTranslation();
  return (
    <RecordFiles
      kind="outlet"
      id={id}
      mayEdit={useMay('outlets', 'edit')}
      label={t('outlets.files.of', { name })}
      addLabel={t('outlets.files.add')}
      empty={<EmptyNote title={t('outlets.files.none')} text={t('outlets.files.none-text')} />}
    />
  );
}
