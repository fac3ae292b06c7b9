import { type RequestKind, OUTPUT_KINDS, SENT_KINDS } from '@milepost/contract/command-kinds';
import { Anchor, List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Modal } from '../dialog/modal.tsx';
import type { CallOutput } from '../../api/call.ts';
import { useMay } from '../../api/setup.ts';
import { formatNumber } from '../../text/format.ts';
import { Alert } from '../alert/alert.tsx';
import { BatchProgress } from './batch-progress.tsx';
import { CommandForm } from './command-form.tsx';

interface Props {
  /** The chosen vehicles; omitted if they are chosen here. */
  vehicleIds?: readonly number[];
  onClose: () => void;
}

/** Sends the same command to the devices of many vehicles, and shows the progress. */
export default function SendManyDialog({ vehicleIds, onClose }: Props) {
  const { t } = useTranslation();
  const [picked, setPicked] = useState<number[]>([]);
  const [sent, setSent] = useState<CallOutput<'send-command'> | null>(null);
  const mayCommand = useMay('commands', 'create');
  const mayStop = useMay('engine-stop', 'create');
  const kinds: RequestKind[] = [
    ...(mayCommand ? SENT_KINDS : []),
    ...(mayStop ? (['text', ...OUTPUT_KINDS] as const) : []),
  ];
  const count = vehicleIds?.length ?? 0;
  return (
    <Modal
      opened
      onClose={onClose}
      title={vehicleIds ? t('commands.many.title', { count, number: formatNumber(count) }) : t('commands.send-command')}
      closeButtonProps={{ 'aria-label': t('form.close') }}
      size={560}
    >
      {sent ? (
        <Sent sent={sent} onClose={onClose} />
      ) : (
        <CommandForm
          vehicleIds={vehicleIds ?? picked}
          kinds={kinds}
          {...(!vehicleIds && { onPick: setPicked })}
          onSent={setSent}
          onCancel={onClose}
        />
      )}
    </Modal>
  );
}

function Sent({ sent: { batch, left }, onClose }: { sent: CallOutput<'send-command'>; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Stack gap="md">
      {batch !== null && <BatchProgress batch={batch} />}
      {batch !== null && (
        <Text size="sm">
          <Anchor component={Link} inherit to={`/vehicle-info/commands?batch=${batch}`} onClick={onClose}>
            {t('commands.many.list')}
          </Anchor>
        </Text>
      )}
      {left.length > 0 && (
        <Alert
          type="warning"
          dismissible={false}
          title={t('commands.many.left', { count: left.length, number: formatNumber(left.length) })}
        >
          <List size="sm" mah={200} style={{ overflowY: 'auto' }}>
            {left.map(({ vehicleId, registration, fault }) => (
              <List.Item key={vehicleId}>
                {registration}: {t(`commands.many.${fault}`)}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </Stack>
  );
}
