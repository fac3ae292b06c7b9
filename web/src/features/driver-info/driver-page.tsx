import { IconPhoto } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import type { Driver } from '@milepost/contract/driver-operations';
import { useMay } from '../../api/setup.ts';
import { useCall } from '../../api/use-call.ts';
import { Assignments } from '../../ui/assignment/assignments.tsx';
import { RecordChanges } from '../../ui/changes/record-changes.tsx';
import { HolderDocuments } from '../../ui/documents/holder-documents.tsx';
import { EmptyNote } from '../../ui/empty-note.tsx';
import { RecordFiles } from '../../ui/files/record-files.tsx';
import { useOpenRecord } from '../../ui/form/use-open-record.ts';
import { recordId } from '../../ui/record-page/record-id.ts';
import { RecordPage } from '../../ui/record-page/record-page.tsx';
import { RecordTabs } from '../../ui/record-page/record-tabs.tsx';
import { DriverDays } from './driver-days.tsx';
import { DriverDrawer } from './driver-drawer.tsx';
import { DriverOverview } from './driver-overview.tsx';
import { DriverPageHead } from './driver-page-head.tsx';
import classes from './driver-page.module.css';
import { DriverScore } from './driver-score.tsx';
import { DriverTrips } from './driver-trips.tsx';
import { labelKey } from './driver-values.ts';

const REFETCH_MS = 30_000;

/** One driver: details, vehicles driven now and before, and changes. */
export default function DriverPage() {
  const id = recordId(useParams()['driverId']);
  const navigate = useNavigate();
  const { opened, open, close } = useOpenRecord();
  const [trips, reports] = [useMay('history', 'view'), useMay('reports', 'view')];
  const [documents, changes] = [useMay('media', 'view'), useMay('audit-log', 'view')];
  const query = useCall('get-driver-by-id', { id }, { enabled: id > 0, refetchInterval: REFETCH_MS });
  return (
    <RecordPage id={id} query={query} texts="driver-info" list="/driver-info" nameOf={({ driver }) => driver.name}>
      {({ driver }) => (
        <>
          <DriverPageHead driver={driver} onEdit={() => open(id)} />
          <RecordTabs
            texts="driver-info.tabs"
            tabs={{
              overview: <DriverOverview driver={driver} />,
              days: <DriverDays driverId={id} />,
              trips: trips ? <DriverTrips driverId={id} /> : null,
              score: reports ? <DriverScore driverId={id} /> : null,
              assignments: <Assignments of={{ driverId: id }} className={classes['list']} />,
              documents: documents ? <HolderDocuments of={{ driverId: id }} className={classes['list']} /> : null,
              files: <DriverFiles driver={driver} />,
              changes: changes ? <RecordChanges subject="driver" id={id} labelKey={labelKey} /> : null,
            }}
          />
          <DriverDrawer
            opened={opened === id ? id : null}
            onClose={close}
            onRemoved={() => void navigate('/driver-info')}
          />
        </>
      )}
    </RecordPage>
  );
}

/** The photos and other files of a driver. */
function DriverFiles({ driver: { id, name } }: { driver: Pick<Driver, 'id' | 'name'> }) {
  const { t } = useTranslation();
  return (
    <RecordFiles
      kind="driver"
      id={id}
      mayEdit={useMay('drivers', 'edit')}
      label={t('driver-info.files.of', { name })}
      addLabel={t('driver-info.files.add')}
      empty={
        <EmptyNote
          icon={<IconPhoto size={40} stroke={1.4} color="var(--text-dim)" aria-hidden />}
          title={t('driver-info.files.none')}
          text={t('driver-info.files.none-text')}
        />
      }
    />
  );
}
