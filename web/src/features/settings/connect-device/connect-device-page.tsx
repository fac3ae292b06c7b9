import { Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Refusal } from '@milepost/contract/device-operations';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { formatNumber } from '../../../text/format.ts';
import { Ago } from '../../../ui/ago.tsx';
import { Alert } from '../../../ui/alert/alert.tsx';
import { ErrorNote } from '../../../ui/error-note/error-note.tsx';
import classes from './connect-device.module.css';
import { DeviceContactPanel } from './device-contact-panel.tsx';
import { GuardPanel } from './guard-panel.tsx';
import { JsonPanel } from './json-panel.tsx';
import { LayoutPanel } from './layout-panel.tsx';
import { LayoutProfileDialog } from './layout-profile-dialog.tsx';
import { PortList } from './port-list.tsx';

const REFETCH_MS = 5000;

/** The gateway's ports, and the devices that contact it. */
export default function ConnectDevicePage() {
  const { t } = useTranslation();
  const info = useCall('get-connect-info', {}, { staleTime: 60_000, refetchInterval: 60_000 });
  const { host = '', ports = [], refusals = [], loopbackOnly = false } = info.data ?? {};
  const layouts = useCall('get-layout-profile-list', {}, { refetchInterval: REFETCH_MS });
  const mayEdit = useMay('connect-device', 'edit');
  const [describing, setDescribing] = useState<{ profileId: number | null; frame: string } | null>(null);
  const { profiles = [], mine = false } = layouts.data ?? {};
  const hasLayouts = mine && (profiles.length > 0 || ports.some(({ takesLayouts }) => takesLayouts));
  const mayDescribe = mine && mayEdit;
  const edited = profiles.find(({ id }) => id === describing?.profileId) ?? null;
  return (
    <div className={classes.page}>
      <div>
        <Title order={1} size={20}>
          {t('settings.connect.title')}
        </Title>
        <Text c="dimmed">{t('settings.connect.intro')}</Text>
      </div>
      {info.error && <ErrorNote error={info.error} onRetry={() => void info.refetch()} />}
      {loopbackOnly && (
        <Alert dismissible={false} title={t('settings.connect.loopback-title')}>
          {t('settings.connect.loopback-text')}
        </Alert>
      )}
      <PortList host={host} ports={info.isPending ? undefined : ports} />
      <RefusalList refusals={refusals} />
      <GuardPanel />
      <JsonPanel />
      {hasLayouts && (
        <LayoutPanel
          profiles={profiles}
          onEdit={mayDescribe ? (profile) => setDescribing({ profileId: profile?.id ?? null, frame: '' }) : undefined}
        />
      )}
      <DeviceContactPanel
        host={host}
        ports={ports}
        onDescribe={mayDescribe ? (frame) => setDescribing({ profileId: null, frame }) : undefined}
      />
      {describing && (
        <LayoutProfileDialog
          profile={edited}
          frame={edited?.last?.text ?? describing.frame}
          onClose={() => setDescribing(null)}
        />
      )}
    </div>
  );
}

/** The frames that the gateway rejected, with counts: the reason why a device may not be seen. */
function RefusalList({ refusals }: { refusals: readonly Refusal[] }) {
  const { t } = useTranslation();
  if (refusals.length === 0) return null;
  return (
    <Alert type="info" dismissible={false} title={t('settings.connect.refusals')}>
      <ul className={classes.refusals}>
        {refusals.map(({ reason, count, lastAt }) => (
          <li key={reason}>
            {t(`settings.connect.refused.${reason}`)}:{' '}
            {t('settings.connect.refused-times', { count, number: formatNumber(count) })} <Ago at={lastAt} />
          </li>
        ))}
      </ul>
    </Alert>
  );
}
