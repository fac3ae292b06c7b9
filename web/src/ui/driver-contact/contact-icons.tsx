import type { DriverContact } from '@milepost/contract/who-drove';
import { ActionIcon } from '@mantine/core';
import { IconDeviceMobileMessage, IconMessage, IconPhone } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../lazy-part.ts';
import { Tooltip } from '../tooltip/tooltip.tsx';
import { phoneLink } from './phone-link.ts';

const MessageDrawer = lazyPart(() => import('./message-drawer.tsx'));

interface Props {
  /** The name of the driver. */
  name: string;
  contact: DriverContact;
  /** The initial text of a message. */
  about?: string | null;
}

/** The ways to contact a driver that are possible: a call, a text message, a message in the application. */
export default function ContactIcons({
  name,
  contact: { driverPhone, driverUserId, offlineDriverId },
  about = null,
}: Props) {
  const { t } = useTranslation();
  const [writing, setWriting] = useState(false);
  const isWritten = driverUserId !== null || offlineDriverId !== null;
  return (
    <>
      {driverPhone !== null && (
        <>
          <Tooltip text={`${t('driver-contact.call', { name })}: ${driverPhone}`}>
            <ActionIcon
              component="a"
              href={phoneLink('tel', driverPhone)}
              size={28}
              aria-label={`${t('driver-contact.call', { name })}: ${driverPhone}`}
            >
              <IconPhone size={16} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
          {driverUserId === null && (
            <Tooltip text={t('driver-contact.text-message', { name })}>
              <ActionIcon
                component="a"
                href={phoneLink('sms', driverPhone)}
                size={28}
                aria-label={t('driver-contact.text-message', { name })}
              >
                <IconDeviceMobileMessage size={16} stroke={1.6} />
              </ActionIcon>
            </Tooltip>
          )}
        </>
      )}
      {isWritten && (
        <Tooltip text={t('driver-contact.message', { name })}>
          <ActionIcon size={28} aria-label={t('driver-contact.message', { name })} onClick={() => setWriting(true)}>
            <IconMessage size={16} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      )}
      {writing && isWritten && (
        <Suspense>
          <MessageDrawer
            name={name}
            userId={driverUserId}
            driverId={offlineDriverId}
            about={about}
            onClose={() => setWriting(false)}
          />
        </Suspense>
      )}
    </>
  );
}
