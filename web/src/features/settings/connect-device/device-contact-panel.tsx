import type { GatewayPort, DeviceContact } from '@milepost/contract/device-operations';
import { Center, Code, Group, Loader, Paper, SegmentedControl, Select, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAntenna, IconSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../api/setup.ts';
import { useConnection } from '../../../live/use-connection.ts';
import { formatNumber } from '../../../text/format.ts';
import { EmptyNote } from '../../../ui/empty-note.tsx';
import { ErrorNote } from '../../../ui/error-note/error-note.tsx';
import { useRowKeys } from '../../../ui/use-row-keys.ts';
import { AdoptDialog } from './adopt-dialog.tsx';
import classes from './connect-device.module.css';
import { CopyValue } from './copy-value.tsx';
import { isKnown, sortContacts } from './device-contact-list.ts';
import { DeviceContactRow } from './device-contact-row.tsx';
import { byTitle } from './shown-ports.ts';
import { tryCommand } from './try-command.ts';
import { typedFilter } from './typed-filter.ts';
import { useDeviceContacts } from './use-device-contacts.ts';

interface Props {
  host: string;
  ports: readonly GatewayPort[];
  /** Opens the dialog that describes the layout of a frame; omitted if the person may not. */
  onDescribe: ((frame: string) => void) | undefined;
}

/** The contacts at the gateway, as they arrive. */
export function DeviceContactPanel({ host, ports, onDescribe }: Props) {
  const { t } = useTranslation();
  const label = (key: string) => t(`settings.connect.${key}`);
  const live = useConnection().kind === 'live';
  const mayAdopt = useMay('connect-device', 'create');
  const list = useRef<HTMLUListElement>(null);
  useRowKeys(list, '[aria-expanded]');
  const [tab, setTab] = useState<'unknown' | 'known'>('unknown');
  const [typed, setTyped] = useState('');
  const [adopting, setAdopting] = useState<DeviceContact | null>(null);
  const [protocol, setProtocol] = useState<string | null>(null);
  // The server searches, because it has more contacts than one reply contains.
  const [debounced] = useDebouncedValue(typed, 300);
  const query = useDeviceContacts(typedFilter(debounced, protocol, tab === 'known'));
  const { unknown = 0, known = 0 } = query.data ?? {};
  const rows = sortContacts((query.data?.rows ?? []).filter((contact) => isKnown(contact) === (tab === 'known')));
  const total = tab === 'known' ? known : unknown;
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
        <Select
          size="xs"
          w={150}
          aria-label={label('protocol')}
          placeholder={label('all-protocols')}
          clearable
          searchable
          nothingFoundMessage={t('form.nothing-found')}
          comboboxProps={{ width: 'max-content' }}
          value={protocol}
          onChange={setProtocol}
          data={byTitle(ports).map((port) => ({ value: port.protocol, label: port.title }))}
        />
        <SegmentedControl
          size="xs"
          value={tab}
          onChange={setTab}
          data={[
            { value: 'unknown', label: t('settings.connect.unknown-tab', { number: formatNumber(unknown) }) },
            { value: 'known', label: t('settings.connect.known-tab', { number: formatNumber(known) }) },
          ]}
        />
      </Group>
      {query.error && <ErrorNote radius={0} error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending ? (
        <Center p="xl">
          <Loader size="sm" />
        </Center>
      ) : rows.length > 0 ? (
        <>
          <ul ref={list} className={classes.knocks}>
            {rows.map((contact) => (
              <DeviceContactRow
                key={contact.key}
                contact={contact}
                ports={ports}
                onChoose={mayAdopt ? setAdopting : undefined}
                onDescribe={onDescribe}
              />
            ))}
          </ul>
          {total > rows.length && (
            <Text size="sm" c="dimmed" className={classes.more}>
              {t('settings.connect.shown', { shown: formatNumber(rows.length), total: formatNumber(total) })}
            </Text>
          )}
        </>
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
      {adopting && <AdoptDialog key={adopting.key} contact={adopting} onClose={() => setAdopting(null)} />}
    </Paper>
  );
}
