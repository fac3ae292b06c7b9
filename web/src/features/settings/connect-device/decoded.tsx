import type { DeviceContact } from '@milepost/contract/device-operations';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { visible } from '../../../text/visible.ts';
import classes from './connect-device.module.css';
import { readable } from './readable.ts';

/** The content of a frame, one table of names and values for each message. */
export function Decoded({ decoded }: { decoded: NonNullable<DeviceContact['decoded']> }) {
  const { t } = useTranslation();
  return (
    <>
      {decoded.summary !== '' && <Text fw={500}>{visible(decoded.summary)}</Text>}
      {decoded.fault !== null && (
        <Text c="var(--danger)">{t('settings.connect.fault', { fault: visible(decoded.fault) })}</Text>
      )}
      {decoded.fault === null && decoded.messages.length === 0 && (
        <Text c="dimmed">{t('settings.connect.no-message')}</Text>
      )}
      {decoded.messages.map((message, index) => (
        // The messages of a frame have an order and no name.
        <dl key={index} className={classes.message}>
          {readable(t, message).map(({ path, label, value }) => (
            <div key={path}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ))}
    </>
  );
}
