import type { Driver } from '@milepost/contract/driver-routes';
import { Button, Group, Text, Title } from '@mantine/core';
import { IconEdit, IconPhone } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '../../api/setup.ts';
import { useToday } from '../../live/use-today.ts';
import { ObstacleChip } from '../../ui/availability/obstacle-chip.tsx';
import { DriverPhoto } from './driver-photo.tsx';
import classes from './driver-page.module.css';

interface Props {
  driver: Driver;
  onEdit: () => void;
}

/** Who it is, and what the driver drives now. */
export function DriverPageHead({ driver, onEdit }: Props) {
  const { t } = useTranslation();
  const today = useToday();
  const mayEdit = useMay('drivers', 'edit');
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
            href={`tel:${phone}`}
            leftSection={<IconPhone size={16} aria-hidden />}
          >
            <bdi dir="ltr">{phone}</bdi>
          </Button>
        )}
        {mayEdit && (
          <Button variant="default" leftSection={<IconEdit size={16} aria-hidden />} onClick={onEdit}>
            {t('driver-info.edit')}
          </Button>
        )}
      </Group>
    </header>
  );
}
