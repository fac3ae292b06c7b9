import type { DeviceContact } from '@milepost/contract/device-operations';
import { Anchor, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../../ui/dialog/modal.tsx';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { QrCode } from '../../../ui/qr-code/qr-code.tsx';
import { AdoptButtons } from './adopt-buttons.tsx';
import { AdoptDialog } from './adopt-dialog.tsx';
import classes from './connect-device.module.css';
import { CopyValue } from './copy-value.tsx';
import { newIdentity } from './new-identity.ts';
import { gpsLoggerAddress, osmandAddress, phoneTrackAddress, traccarLink } from './phone-links.ts';

interface Props {
  host: string;
  port: number;
  onClose: () => void;
}

const LOOK_EVERY_MS = 2000;

/** The settings of a phone with a new identity, and the phone itself once it has reported. */
export function PhoneDialog({ host, port, onClose }: Props) {
  const { t } = useTranslation();
  const label = (key: string) => t(`settings.connect.${key}`);
  const [identity, setIdentity] = useState(newIdentity);
  const [adopting, setAdopting] = useState<DeviceContact | null>(null);
  const settings = { host, port, identity };
  const query = useCall('get-knock-list', { identity }, { refetchInterval: LOOK_EVERY_MS });
  const contact = query.data?.rows[0];
  if (adopting) return <AdoptDialog contact={adopting} onClose={() => setAdopting(null)} />;
  return (
    <Modal
      opened
      onClose={onClose}
      title={label('phone-title')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      <Stack gap="md">
        <Text c="dimmed">{label('phone-intro')}</Text>
        <QrCode text={traccarLink(settings)} label={label('phone-qr')} />
        <Text size="sm" ta="center">
          {label('phone-scan')}{' '}
          <Anchor href={traccarLink(settings)} inherit>
            {label('phone-link')}
          </Anchor>
        </Text>
        <dl className={classes.setup}>
          <Setting name={label('phone-identity')} value={identity} />
          <Setting name={label('phone-osmand')} value={osmandAddress(settings)} />
          <Setting name={label('phone-gpslogger')} value={gpsLoggerAddress(settings)} />
          <Setting name={label('phone-phonetrack')} value={phoneTrackAddress(settings)} />
        </dl>
        <Group justify="space-between">
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={() => setIdentity(newIdentity())}
          >
            {label('phone-new')}
          </Button>
          <Arrival contact={contact} onChoose={setAdopting} />
        </Group>
      </Stack>
    </Modal>
  );
}

function Setting({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <code className="mono" dir="ltr">
          {value}
        </code>
        <CopyValue value={value} what={name} />
      </dd>
    </div>
  );
}

function Arrival({
  contact,
  onChoose,
}: {
  contact: DeviceContact | undefined;
  onChoose: (knock: DeviceContact) => void;
}) {
  const { t } = useTranslation();
  const mayAdopt = useMay('connect-device', 'create');
  const key = contact === undefined ? 'phone-waiting' : contact.deviceId === null ? 'phone-here' : 'phone-known';
  return (
    <Group gap="sm">
      {contact === undefined ? (
        <Loader size={16} />
      ) : (
        <IconCircleCheck size={18} color="var(--status-running)" aria-hidden />
      )}
      <Text size="sm" role="status">
        {t(`settings.connect.${key}`)}
      </Text>
      {contact && contact.identity !== null && contact.deviceId === null && mayAdopt && (
        <AdoptButtons contact={contact} identity={contact.identity} onChoose={onChoose} />
      )}
    </Group>
  );
}
