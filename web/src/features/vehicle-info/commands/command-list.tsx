import { COMMAND_STATES, type CommandKind } from '@milepost/contract/command-kinds';
import { Box, Button, Group, Paper, Select } from '@mantine/core';
import { IconSend, IconTerminal2 } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { call } from '../../../api/call.ts';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { useServerNow } from '../../../live/use-live.ts';
import { BatchProgress } from '../../../ui/commands/batch-progress.tsx';
import { isOpen } from '../../../ui/commands/command-text.ts';
import { useTableState } from '../../../ui/data-table/use-table-state.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { ListPage } from '../../../ui/list-page/list-page.tsx';
import { VehicleFilter } from '../../../ui/vehicle-filter/vehicle-filter.tsx';
import { commandCells, commandColumns, DEFAULTS } from './command-columns.tsx';

const SendManyDialog = lazyPart(() => import('../../../ui/commands/send-many-dialog.tsx'));

interface Props {
  /** The prefix of its title and of its note for an empty list. */
  texts: 'commands' | 'commands.engine-stops';
  /** The listed kinds; all if empty. */
  kinds: CommandKind[];
  name: string;
}

const SOON_MS = 3000;
const LATER_MS = 30_000;

/** The commands to all vehicles, newest first. */
export function CommandList({ texts, kinds, name }: Props) {
  const { t } = useTranslation();
  const now = useServerNow(SOON_MS);
  const list = useTableState(DEFAULTS);
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const maySend = useMay('commands', 'create') && texts === 'commands';
  const state = COMMAND_STATES.find((one) => one === params.get('state'));
  const vehicleId = Number(params.get('vehicle')) || undefined;
  const batch = Number(params.get('batch')) || undefined;
  const input = { ...list.state, states: state === undefined ? [] : [state], vehicleId, batch, kinds };
  return (
    <ListPage
      title={t(`${texts}.title`)}
      searchLabel={t('commands.search')}
      list={list}
      columns={commandColumns(t, now, texts === 'commands' ? 1160 : 800)}
      query={useCall('get-command-list', input, {
        placeholderData: keepPreviousData,
        refetchInterval: ({ state: query }) =>
          query.data?.rows.some((row) => isOpen(row, Date.now())) ? SOON_MS : LATER_MS,
      })}
      onOpen={({ vehicleId: of }) => void navigate(`/vehicle-info/${of}?tab=commands`)}
      filters={
        <>
          <VehicleFilter
            value={vehicleId ?? null}
            onChange={(id) => list.filter({ vehicle: id === null ? null : String(id) })}
          />
          <Select
            aria-label={t('commands.column.state')}
            placeholder={t('commands.all-states')}
            clearable
            w={{ base: 130, sm: 170 }}
            data={COMMAND_STATES.map((one) => ({ value: one, label: t(`commands.state.${one}`) }))}
            value={state ?? null}
            onChange={(one) => list.filter({ state: one })}
          />
        </>
      }
      notice={batch !== undefined && <BatchNote batch={batch} onLeave={() => list.filter({ batch: null })} />}
      actions={maySend && <SendButton />}
      filtered={state !== undefined || vehicleId !== undefined || batch !== undefined}
      file={{
        name,
        columns: commandCells(t, now),
        fetchPage: (page, pageSize) => call('get-command-list', { ...input, page, pageSize }),
      }}
      empty={{ Icon: IconTerminal2, title: t(`${texts}.empty`), text: t(`${texts}.empty-text`) }}
    />
  );
}

/** The progress of the batch that the list shows, and a button that shows all others again. */
function BatchNote({ batch, onLeave }: { batch: number; onLeave: () => void }) {
  const { t } = useTranslation();
  return (
    <Paper withBorder radius="lg" p="sm">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Box flex="1 1 260px">
          <BatchProgress batch={batch} />
        </Box>
        <Button variant="default" size="compact-sm" onClick={onLeave}>
          {t('commands.many.all')}
        </Button>
      </Group>
    </Paper>
  );
}

/** Sends a command to vehicles that are chosen in its dialog. */
function SendButton() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button leftSection={<IconSend size={16} aria-hidden />} onClick={() => setOpen(true)}>
        {t('commands.send-command')}
      </Button>
      {open && (
        <Suspense>
          <SendManyDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
