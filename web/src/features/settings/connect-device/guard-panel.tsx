import type { BlockedNetwork, Prober } from '@milepost/contract/gateway-guard-operations';
import { Badge, Button, Group, Paper, Text } from '@mantine/core';
import { IconBan } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { refresh } from '../../../api/refresh.ts';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { formatNumber } from '../../../text/format.ts';
import { Ago } from '../../../ui/ago.tsx';
import { notify, notifyError } from '../../../ui/toast/notify.ts';
import { BlockDialog } from './block-dialog.tsx';
import classes from './connect-device.module.css';
import { CutNote } from '../../../ui/cut-note.tsx';

const REFETCH_MS = 10_000;
/** Few, because the list of contacts is below. */
const MAX_PROBERS = 5;

/** Networks that probe identities, and blocked networks. Only the root organisation sees any. */
export function GuardPanel() {
  const { t } = useTranslation();
  const label = (key: string) => t(`settings.connect.${key}`);
  const query = useCall('get-guesser-list', {}, { refetchInterval: REFETCH_MS });
  const mayBlock = useMay('connect-device', 'edit');
  const [blocking, setBlocking] = useState<string | null>(null);
  const { guessers = [], blocked = [] } = query.data ?? {};
  const others = guessers.filter(({ network }) => !blocked.some((one) => one.network === network));
  if (others.length === 0 && blocked.length === 0) return null;
  return (
    <Paper withBorder radius="lg" component="section" aria-label={label('guard')}>
      <Group p="sm" gap="sm" className={classes.tools}>
        <div className={classes['guard-title']}>
          <h2>{label('guard')}</h2>
          {others.length > 0 && (
            <Text size="sm" c="dimmed">
              {label('guard-text')}
            </Text>
          )}
        </div>
        {mayBlock && (
          <Button variant="default" size="xs" ms="auto" onClick={() => setBlocking('')}>
            {label('block-other')}
          </Button>
        )}
      </Group>
      <ul className={classes.knocks}>
        {others.slice(0, MAX_PROBERS).map((one) => (
          <ProberRow key={one.network} prober={one} onBlock={mayBlock ? setBlocking : undefined} />
        ))}
        {blocked.map((one) => (
          <BlockedRow key={one.id} blocked={one} mayUnblock={mayBlock} />
        ))}
      </ul>
      <CutNote
        shown={Math.min(others.length, MAX_PROBERS)}
        total={(query.data?.guessersTotal ?? 0) - guessers.length + others.length}
      />
      {blocking !== null && <BlockDialog network={blocking} onClose={() => setBlocking(null)} />}
    </Paper>
  );
}

function ProberRow({ prober, onBlock }: { prober: Prober; onBlock: ((network: string) => void) | undefined }) {
  const { t } = useTranslation();
  const { network, misses, refused, waiting, lastAt } = prober;
  return (
    <li className={classes.guard}>
      <strong className="mono">{network}</strong>
      <Text size="sm">
        {t('settings.connect.guess-misses', { number: formatNumber(misses) })}
        {' · '}
        {t('settings.connect.guess-refused', { number: formatNumber(refused) })}
        {' · '}
        <Ago at={lastAt} />
        {waiting > 0 && (
          <Text span inherit display="block" c="var(--status-idle)">
            {t('settings.connect.guess-waiting', { number: formatNumber(waiting) })}
          </Text>
        )}
      </Text>
      {onBlock && (
        <Button
          size="xs"
          color="red"
          variant="light"
          leftSection={<IconBan size={14} aria-hidden />}
          aria-label={t('settings.connect.block-title', { network })}
          onClick={() => onBlock(network)}
        >
          {t('settings.connect.block')}
        </Button>
      )}
    </li>
  );
}

function BlockedRow({ blocked, mayUnblock }: { blocked: BlockedNetwork; mayUnblock: boolean }) {
  const { t } = useTranslation();
  const { id, network, note, blockedBy, blockedAt } = blocked;
  async function unblock() {
    try {
      await call('unblock-network', { id });
      notify(t('settings.connect.unblock-done', { network }));
    } catch (error) {
      notifyError(t, error);
    }
    refresh('get-guesser-list');
  }
  return (
    <li className={classes.guard}>
      <span>
        <strong className="mono">{network}</strong>{' '}
        <Badge color="red" variant="light" size="sm" tt="none">
          {t('settings.connect.blocked')}
        </Badge>
      </span>
      <Text size="sm" c="dimmed">
        {[note, blockedBy && t('settings.connect.blocked-by', { name: blockedBy })].filter(Boolean).join(' · ')}{' '}
        <Ago at={blockedAt} />
      </Text>
      {mayUnblock && (
        <Button size="xs" variant="default" onClick={() => void unblock()}>
          {t('settings.connect.unblock')}
        </Button>
      )}
    </li>
  );
}
