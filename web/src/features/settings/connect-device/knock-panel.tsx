import type { GatewayPort, Knock } from '@milepost/contract/device-routes';
import { Center, Code, Group, Loader, Paper, SegmentedControl, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAntenna, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { useConnection } from '../../../live/use-connection.ts';
import { formatNumber } from '../../../text/format.ts';
import { EmptyNote } from '../../../ui/empty-note.tsx';
import { ErrorNote } from '../../../ui/error-note/error-note.tsx';
import { AdoptDialog } from './adopt-dialog.tsx';
import classes from './connect-device.module.css';
import { CopyValue } from './copy-value.tsx';
import { isKnown, matches, mergeKnocks, sortKnocks } from './knock-list.ts';
import { KnockRow } from './knock-row.tsx';
import { tryCommand } from './try-command.ts';
import { useKnocks } from './use-knocks.ts';

/** Shorter than any identity that a device would have: not worth asking the server for. */
const IDENTITY_MIN = 4;

interface Props {
  host: string;
  ports: readonly GatewayPort[];
}

/** What knocks at the gateway, as it arrives. */
export function KnockPanel({ host, ports }: Props) {
  const { t } = useTranslation();
  const label = (key: string) => t(`settings.connect.${key}`);
  const query = useKnocks();
  const live = useConnection().kind === 'live';
  const mayAdopt = useMay('connect-device', 'create');
  const [tab, setTab] = useState<'unknown' | 'known'>('unknown');
  const [typed, setTyped] = useState('');
  const [adopting, setAdopting] = useState<Knock | null>(null);
  // Those who do not see all that knocks see a device when they name it in full.
  const [asked] = useDebouncedValue(typed.trim(), 300);
  const named = useCall(
    'get-knock-list',
    { identity: asked },
    { enabled: asked.length >= IDENTITY_MIN, refetchInterval: 2000 },
  );

  const found = asked.length >= IDENTITY_MIN ? (named.data?.rows ?? []) : [];
  const all = mergeKnocks(found, query.data?.rows ?? []);
  const unknown = all.filter((knock) => !isKnown(knock));
  const known = all.filter(isKnown);
  const rows = sortKnocks(tab === 'unknown' ? unknown : known).filter((knock) => matches(knock, typed));
  const command = tryCommand(host, ports);

  return (
    <Paper withBorder radius="lg" component="section" aria-label={label('knocks')}>
      <Group p="sm" gap="sm" className={classes.tools}>
        <Group gap={8} me="auto">
          <h2>{label('knocks')}</h2>
          <Text size="xs" fw={600} className={classes.listening} data-live={live || undefined} role="status">
            {label(live ? 'listening' : 'not-listening')}
          </Text>
        </Group>
        <TextInput
          type="search"
          size="xs"
          w={200}
          aria-label={label('find')}
          placeholder={label('find')}
          leftSection={<IconSearch size={14} aria-hidden />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <SegmentedControl
          size="xs"
          value={tab}
          onChange={setTab}
          data={[
            { value: 'unknown', label: t('settings.connect.unknown-tab', { number: formatNumber(unknown.length) }) },
            { value: 'known', label: t('settings.connect.known-tab', { number: formatNumber(known.length) }) },
          ]}
        />
      </Group>
      {query.error && <ErrorNote radius={0} error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending ? (
        <Center p="xl">
          <Loader size="sm" />
        </Center>
      ) : rows.length > 0 ? (
        <ul className={classes.knocks}>
          {rows.map((knock) => (
            <KnockRow key={knock.key} knock={knock} onChoose={mayAdopt ? setAdopting : undefined} />
          ))}
        </ul>
      ) : (
        <Center p="xl">
          <EmptyNote
            icon={<IconAntenna size={36} stroke={1.4} color="var(--text-dim)" aria-hidden />}
            title={label(`empty-${tab}`)}
            text={label(`empty-${tab}-text`)}
          >
            {tab === 'unknown' && command !== null && (
              <div>
                <Text size="sm" c="dimmed" mb={4}>
                  {label('try')}
                </Text>
                <span className={classes.command}>
                  <Code>{command}</Code>
                  <CopyValue value={command} what="curl" />
                </span>
              </div>
            )}
          </EmptyNote>
        </Center>
      )}
      {adopting && <AdoptDialog key={adopting.key} knock={adopting} onClose={() => setAdopting(null)} />}
    </Paper>
  );
}
