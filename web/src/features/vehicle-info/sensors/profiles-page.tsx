import type { SensorProfile } from '@milepost/contract/sensor-operations';
import { Button, Group, Paper, Skeleton, Title } from '@mantine/core';
import { IconPlus, IconStack2 } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { CutNote } from '../../../ui/cut-note.tsx';
import { EmptyNote } from '../../../ui/empty-note.tsx';
import { ErrorNote } from '../../../ui/error-note/error-note.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { ApplyDialog } from './apply-dialog.tsx';
import { ProfileCard } from './profile-card.tsx';
import { ProfileDialog } from './profile-dialog.tsx';
import type { EditedSensor } from './sensor-form.tsx';
import classes from './sensors.module.css';

const SensorDrawer = lazyPart(() => import('./sensor-drawer.tsx'));

/** Sets of sensors that are applied to many vehicles. */
export default function ProfilesPage() {
  const { t } = useTranslation();
  const mayEdit = useMay('vehicles', 'edit');
  const [opened, setOpened] = useState<SensorProfile | 'new' | null>(null);
  const [applied, setApplied] = useState<SensorProfile | null>(null);
  const [edited, setEdited] = useState<EditedSensor | null>(null);
  const { data, error, refetch } = useCall('get-sensor-profile-list', {});
  const addButton = mayEdit && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpened('new')}>
      {t('sensors.profile.add')}
    </Button>
  );
  return (
    <div className={classes['profiles']}>
      <Group justify="space-between">
        <Title order={1} size="h3">
          {t('sensors.profile.title')}
        </Title>
        {data && data.total > 0 && addButton}
      </Group>
      {error && !data && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={240} />}
      {data?.total === 0 && (
        <Paper withBorder radius="lg" p="xl" className={classes['empty']}>
          <EmptyNote
            icon={<IconStack2 size={40} stroke={1.4} color="var(--text-dim)" aria-hidden />}
            title={t('sensors.profile.none')}
            text={t('sensors.profile.none-text')}
          >
            {addButton}
          </EmptyNote>
        </Paper>
      )}
      {data?.rows.map((profile) => (
        <ProfileCard
          key={profile.id}
          profile={profile}
          mayEdit={mayEdit}
          onRename={() => setOpened(profile)}
          onApply={() => setApplied(profile)}
          onSensor={(sensor) => setEdited({ sensor, of: { profileId: profile.id }, attribute: null })}
        />
      ))}
      {data && <CutNote shown={data.rows.length} total={data.total} />}
      {opened !== null && <ProfileDialog profile={opened === 'new' ? null : opened} onClose={() => setOpened(null)} />}
      {applied !== null && <ApplyDialog profile={applied} onClose={() => setApplied(null)} />}
      <Suspense>{mayEdit && <SensorDrawer edited={edited} attributes={[]} onClose={() => setEdited(null)} />}</Suspense>
    </div>
  );
}
