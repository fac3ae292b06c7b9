import { Group, Stack } from '@mantine/core';
import { useEffect } from 'react';
import { refresh } from '../../../api/refresh.ts';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { subscribeAlarms } from '../../../live/live-client.ts';
import { CommandsButton } from '../../../ui/commands/commands-button.tsx';
import { RecordDrawer } from '../../../ui/form/record-drawer.tsx';
import { SeverityChip } from '../../../ui/severity/severity-chip.tsx';
import { RecordTasks } from '../../../ui/tasks/record-tasks.tsx';
import { AlarmActions } from './alarm-actions.tsx';
import { AlarmFacts } from './alarm-facts.tsx';
import { AlarmHistory } from './alarm-history.tsx';
import { AlarmMap } from './alarm-map.tsx';
import type { HandleRequest } from './handle-dialog.tsx';
import { NearestList } from './nearest-list.tsx';
import { HistoryButton } from './history-button.tsx';

interface Props {
  id: number | null;
  onClose: () => void;
  onAsk: (request: HandleRequest) => void;
}

/** One alarm beside the list, updated while it is open. */
export default function AlarmDrawer({ id, onClose, onAsk }: Props) {
  const mayEdit = useMay('alarms', 'edit');
  const { data, error, refetch } = useCall('get-alarm', { id: id ?? 0 }, { enabled: id !== null });
  useEffect(() => {
    if (id === null) return undefined;
    return subscribeAlarms('changes', ({ alarms, gone }) => {
      if (alarms.some((alarm) => alarm.id === id) || gone.includes(id)) refresh('get-alarm');
    });
  }, [id]);
  const alarm = data?.alarm;
  return (
    <RecordDrawer
      title={alarm ? `${alarm.registration} · ${alarm.ruleName}` : ' '}
      opened={id !== null}
      onClose={onClose}
      loading={alarm === undefined}
      error={error}
      onRetry={() => void refetch()}
      size={520}
    >
      {alarm && data && (
        <Stack gap="md">
          <Group gap="xs" justify="space-between">
            <SeverityChip severity={alarm.severity} />
            <Group gap="xs">
              <CommandsButton vehicleId={alarm.vehicleId} registration={alarm.registration} />
              <HistoryButton alarm={alarm} />
            </Group>
          </Group>
          {mayEdit && (
            <Group gap="xs">
              <AlarmActions alarms={[alarm]} onAsk={onAsk} size="xs" />
            </Group>
          )}
          <AlarmFacts alarm={alarm} />
          <RecordTasks kind="alarm" id={alarm.id} title={`${alarm.ruleName} · ${alarm.registration}`} />
          {alarm.place && (
            <>
              <AlarmMap alarm={alarm} place={alarm.place} nearest={data.nearest} />
              <NearestList nearest={data.nearest} />
            </>
          )}
          <AlarmHistory alarm={alarm} history={data.history} total={data.historyTotal} />
        </Stack>
      )}
    </RecordDrawer>
  );
}
