import type { GatewayPort } from '@milepost/contract/device-operations';
import { Button, Group, SimpleGrid, Skeleton, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../text/format.ts';
import { PortCard } from './port-card.tsx';
import { shownPorts } from './shown-ports.ts';

/** The gateway's ports: the most common protocols, and every other by its name or its vendor's. */
export function PortList({ host, ports }: { host: string; ports: readonly GatewayPort[] | undefined }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [all, setAll] = useState(false);
  const shown = shownPorts(ports ?? [], typed, all);
  const rest = (ports ?? []).length - shown.length;
  return (
    <section aria-label={t('settings.connect.ports')}>
      <TextInput
        type="search"
        mb="sm"
        maw={420}
        aria-label={t('settings.connect.find-port')}
        placeholder={t('settings.connect.find-port')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <SimpleGrid cols={{ base: 1, md: 2, xl: 3 }} spacing="sm">
        {ports
          ? shown.map((port) => <PortCard key={port.protocol} host={host} port={port} />)
          : ['a', 'b', 'c'].map((key) => <Skeleton key={key} height={148} radius="lg" />)}
      </SimpleGrid>
      {ports && shown.length === 0 && <Text c="dimmed">{t('settings.connect.no-port-found')}</Text>}
      {rest > 0 && typed.trim() === '' && (
        <Group mt="sm">
          <Button variant="default" size="xs" onClick={() => setAll(true)}>
            {t('settings.connect.all-ports', { count: rest, number: formatNumber(rest) })}
          </Button>
        </Group>
      )}
    </section>
  );
}
