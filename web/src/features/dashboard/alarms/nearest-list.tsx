import type { NearVehicle } from '@milepost/contract/alarm-operations';
import { Anchor, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '../../../api/setup.ts';
import { formatDistance } from '../../../text/format.ts';
import { LiveMarks } from '../../../ui/alarm-mark/vehicle-marks.tsx';
import ContactIcons from '../../../ui/driver-contact/contact-icons.tsx';
import { StatusIcon } from '../../../ui/status-icon.tsx';
import classes from './alarms.module.css';
import { HiddenText } from '../../../ui/hidden-text/hidden-text.tsx';

/** The vehicles that could arrive first, by straight-line distance. */
export function NearestList({ nearest }: { nearest: readonly NearVehicle[] }) {
  const { t } = useTranslation();
  const mayMap = useMay('live-map', 'view');
  return (
    <>
      <Title order={3} size={14}>
        {t('alarms.nearest')}
      </Title>
      {nearest.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('alarms.no-nearest')}
        </Text>
      ) : (
        <ul className={classes['nearest']}>
          {nearest.map(({ vehicleId, registration, driverName, status, distanceM, ...contact }) => (
            <li key={vehicleId}>
              <span title={t(`status.${status}`)}>
                <StatusIcon status={status} size={12} />
                <HiddenText>{t(`status.${status}`)}</HiddenText>
              </span>
              <span>
                {mayMap ? (
                  <Anchor component={Link} to={`/track-vehicle/${vehicleId}`} fw={600}>
                    {registration}
                  </Anchor>
                ) : (
                  <b>{registration}</b>
                )}{' '}
                <LiveMarks id={vehicleId} />{' '}
                {driverName !== null && <span className={classes['about']}>{driverName}</span>}
              </span>
              <span>{formatDistance(distanceM)}</span>
              <span>{driverName !== null && <ContactIcons name={driverName} contact={contact} />}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
