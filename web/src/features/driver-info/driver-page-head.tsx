import { Avatar, Button, Group, Text, Title } from '@mantine/core';
import { IconEdit, IconEraser, IconFileDownload, IconPhone, IconUserOff } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Driver } from '@milepost/contract/driver-operations';
import { thumbPath } from '../../api/file-addresses.ts';
import { useMay } from '../../api/setup.ts';
import { useCall } from '../../api/use-call.ts';
import { useToday } from '../../live/use-today.ts';
import { ObstacleChip } from '../../ui/availability/obstacle-chip.tsx';
import { phoneLink } from '../../ui/driver-contact/phone-link.ts';
import { usePersonalExport } from '../../ui/export/use-personal-export.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import classes from './driver-page.module.css';

const EraseDialog = lazyPart(() => import('./erase-dialog.tsx'));
const DismissDialog = lazyPart(() => import('./dismiss-dialog.tsx'));

interface Props {
  driver: Driver;
  onEdit: () => void;
}

/** The driver's name and photo, and the vehicle driven now. */
export function DriverPageHead({ driver, onEdit }: Props) {
  const { t } = useTranslation();
  const today = useToday();
  const mayEdit = useMay('drivers', 'edit');
  const mayErase = useMay('drivers', 'delete');
  const exporting = usePersonalExport('export-driver-data', driver.id);
  const [dismissing, setDismissing] = useState(false);
  const [erasing, setErasing] = useState(false);
  const mayVehicles = useMay('vehicles', 'view');
  const { name, number, phone, vehicle, leftOn, licenceExpiresOn } = driver;
  return (
    <header className={classes['head']}>
      <div>
        <Group gap={12}>
          <DriverPhoto driver={driver} />
          <Title order={1} size={20}>
            {name}
          </Title>
          {number !== null && <span className={classes['dim']}>{number}</span>}
          {leftOn !== null && leftOn < today && <ObstacleChip kind="left" />}
          {licenceExpiresOn !== null && licenceExpiresOn < today && <ObstacleChip kind="licence-expired" />}
        </Group>
        <p>
          {vehicle === null ? (
            t('driver-info.drives-nothing')
          ) : (
            <>
              {t('driver-info.drives-now')}{' '}
              {mayVehicles ? (
                <Link to={`/vehicle-info/${vehicle.id}`}>{vehicle.registration}</Link>
              ) : (
                vehicle.registration
              )}
              <Text span size="sm" c="dimmed">
                {' '}
                ({t(`driver-source.${vehicle.source}`)})
              </Text>
            </>
          )}
        </p>
      </div>
      <Group gap={8}>
        {phone !== null && (
          <Button
            variant="default"
            component="a"
            href={phoneLink('tel', phone)}
            leftSection={<IconPhone size={16} aria-hidden />}
          >
            <bdi dir="ltr">{phone}</bdi>
          </Button>
        )}
        {mayEdit && leftOn === null && (
          <Button
            variant="default"
            leftSection={<IconUserOff size={16} aria-hidden />}
            onClick={() => setDismissing(true)}
          >
            {t('driver-info.dismissal.dismiss')}
          </Button>
        )}
        {mayErase && (
          <Button
            variant="default"
            leftSection={<IconFileDownload size={16} aria-hidden />}
            loading={exporting.loading}
            onClick={exporting.run}
          >
            {t('driver-info.export-data')}
          </Button>
        )}
        {mayErase && leftOn !== null && leftOn <= today && (
          <Button variant="default" leftSection={<IconEraser size={16} aria-hidden />} onClick={() => setErasing(true)}>
            {t('driver-info.erasure.erase')}
          </Button>
        )}
        {mayEdit && (
          <Button variant="default" leftSection={<IconEdit size={16} aria-hidden />} onClick={onEdit}>
            {t('driver-info.edit')}
          </Button>
        )}
      </Group>
      {erasing && (
        <Suspense>
          <EraseDialog driver={driver} onClose={() => setErasing(false)} />
        </Suspense>
      )}
      {dismissing && (
        <Suspense>
          <DismissDialog driver={driver} onClose={() => setDismissing(false)} />
        </Suspense>
      )}
    </header>
  );
}

const SIZE = 48;

/** The newest picture among the driver's files; hidden if there is none. */
function DriverPhoto({ driver: { id, name } }: { driver: Pick<Driver, 'id' | 'name'> }) {
  const { t } = useTranslation();
  const { data } = useCall('get-file-list', { recordKind: 'driver', recordId: id });
  const photo = data?.rows.find(({ kind }) => kind === 'picture');
  if (!photo) return null;
  return <Avatar src={thumbPath(photo.id)} alt={t('driver-info.files.photo', { name })} size={SIZE} radius="xl" />;
}
