import type { GatewayPort } from '@milepost/contract/device-operations';
import { Badge, Button, Group, Paper, Text } from '@mantine/core';
import { IconQrcode } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Alert } from '../../../ui/alert/alert.tsx';
import classes from './connect-device.module.css';
import { CopyValue } from './copy-value.tsx';
import { PhoneDialog } from './phone-dialog.tsx';
import { listText } from '../../../text/list-text.ts';

/** The port of one protocol, and the settings of the device. */
export function PortCard({ host, port }: { host: string; port: GatewayPort }) {
  const { t } = useTranslation();
  const [phone, setPhone] = useState(false);
  const values = [
    { label: t('settings.connect.host'), value: host },
    { label: t('settings.connect.port'), value: String(port.port) },
  ];
  return (
    <Paper withBorder radius="lg" p="md" component="article">
      <Group justify="space-between" mb="xs" wrap="nowrap">
        <Text fw={650} component="h2" m={0}>
          {port.title}
        </Text>
        <Group gap={4} wrap="nowrap" flex="none">
          {port.transports.map((transport) => (
            <Badge key={transport} variant="light" size="sm">
              {transport}
            </Badge>
          ))}
        </Group>
      </Group>
      {port.taken.length > 0 && (
        <Alert dismissible={false} mb="sm" title={t('settings.connect.taken-title', { port: port.port })}>
          {t('settings.connect.taken-text', { transports: listText(port.taken), setting: port.setting })}
        </Alert>
      )}
      <dl className={classes.values}>
        {values.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <span className="mono">{value}</span>
              <CopyValue value={value} what={`${port.title} ${label}`} />
            </dd>
          </div>
        ))}
      </dl>
      {port.protocol === 'osmand' && port.transports.length > 0 && (
        <Button mt="sm" size="xs" leftSection={<IconQrcode size={16} aria-hidden />} onClick={() => setPhone(true)}>
          {t('settings.connect.phone')}
        </Button>
      )}
      {phone && <PhoneDialog host={host} port={port.port} onClose={() => setPhone(false)} />}
      {port.setup.length > 0 && (
        <dl className={classes.setup}>
          {port.setup.map(({ step, value }) => (
            <div key={`${step} ${value}`}>
              <dt>{t(`settings.connect.step.${step}`)}</dt>
              <dd>
                <code className="mono">{value}</code>
                <CopyValue value={value} what={t(`settings.connect.step.${step}`)} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Paper>
  );
}
