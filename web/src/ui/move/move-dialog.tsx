import { MOVED_HISTORIES, type MoveObstacle } from '@milepost/contract/move-kinds';
import { type MovePreview, moveOperations } from '@milepost/contract/move-operations';
import { Anchor, Checkbox, List, Loader, Radio, Stack, Text } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { refresh, refreshFleet } from '../../api/refresh.ts';
import { useMay } from '../../api/setup.ts';
import { useCall } from '../../api/use-call.ts';
import { formatNumber } from '../../text/format.ts';
import { isolate } from '../../text/isolate.ts';
import { Alert } from '../alert/alert.tsx';
import { Modal } from '../dialog/modal.tsx';
import { ErrorNote } from '../error-note/error-note.tsx';
import { RecordForm } from '../form/record-form.tsx';
import { SearchedSelect } from '../form/searched-select.tsx';
import { useRecordForm } from '../form/use-record-form.ts';
import { validateBy } from '../form/validate-by.ts';
import { notifyWithUndo } from '../toast/notify-with-undo.tsx';
import { notify, notifyError, notifyFault } from '../toast/notify.ts';
import { Progress } from '../progress/progress.tsx';
import type { MoveProps } from './move-button.tsx';
import { moveBack, moveSome } from './move-some.ts';

interface Values extends Record<string, unknown> {
  organisationId: number | null;
  withDevice: boolean;
  history: (typeof MOVED_HISTORIES)[number];
}

const check = {
  vehicles: validateBy(moveOperations['move-vehicles'].input),
  devices: validateBy(moveOperations['move-devices'].input),
};
/** The path at which an obstacle can be resolved. */
const WAYS: Record<MoveObstacle, (vehicleId: number) => string> = {
  run: () => '/settings/runs',
  command: (id) => `/vehicle-info/${id}?tab=commands`,
  'engine-stop': (id) => `/vehicle-info/${id}?tab=commands`,
  'work-order': (id) => `/vehicle-info/${id}?tab=maintenance`,
  subscription: () => '/admin/subscriptions',
  registration: (id) => `/vehicle-info/${id}?open=${id}`,
};

function changed() {
  refreshFleet();
  refresh('get-installation-list', 'get-vehicle-overview', 'get-vehicle-now', 'get-device-by-id', 'get-vehicle-by-id');
}

/** Moves vehicles or devices to another organisation, after showing in numbers what moves, stays and ends. */
export default function MoveDialog({ kind, ids, name, onMoved, onClose }: MoveProps & { onClose: () => void }) {
  const { t } = useTranslation();
  const label = (key: string, values: Record<string, unknown> = {}) => t(`move.${key}`, values);
  const mayWithDevice = [useMay('devices', 'create'), useMay('devices', 'delete')].every(Boolean);
  const mayInstall = useMay('vehicles', 'edit');
  const [search, setSearch] = useState('');
  /** The number of records moved so far. */
  const [done, setDone] = useState(0);
  const organisations = useCall(
    'preview-move-targets',
    { search, ...(kind === 'vehicles' ? { vehicleIds: [...ids] } : { deviceIds: [...ids] }) },
    { staleTime: 0, placeholderData: keepPreviousData },
  );
  const record = useRecordForm<Values, Awaited<ReturnType<typeof moveSome>>>({
    initialValues: { organisationId: null, withDevice: mayWithDevice, history: 'stays' },
    validate: ({ organisationId, withDevice, history }) => {
      const into = { organisationId: organisationId ?? undefined };
      return kind === 'vehicles'
        ? check.vehicles({ vehicleIds: ids, withDevice, history, ...into })
        : check.devices({ deviceIds: ids, ...into });
    },
    save: ({ organisationId, withDevice, history }) =>
      moveSome(kind, ids, { organisationId: organisationId ?? 0, withDevice, history }, setDone),
    onSaved({ moved, fault }) {
      changed();
      const into = { organisation: isolate(chosen?.name ?? '') };
      const back = { withDevice: kind === 'vehicles' && withDevice, rejoin: kind === 'vehicles' || mayInstall };
      async function undo() {
        try {
          if (await moveBack(kind, moved, back)) notifyFault(label(`parted-back-${kind}`));
          else notify(label('undone'));
        } catch (error) {
          notifyError(t, error);
        }
        changed();
      }
      const numbers = { done: formatNumber(moved.length), all: formatNumber(ids.length) };
      if (moved.length < ids.length) notifyWithUndo(t, label('some-left', { ...numbers, ...into }), undo);
      else if (ids.length > 1) notifyWithUndo(t, label('moved-several', into), undo);
      else notifyWithUndo(t, label('moved', { name: isolate(name), ...into }), undo);
      if (fault) notifyError(t, fault);
      onMoved?.();
      onClose();
    },
  });
  const { form } = record;
  const doneText = label('progress', { done: formatNumber(done), all: formatNumber(ids.length) });
  const { organisationId, withDevice, history } = form.values;
  const into = { organisationId: organisationId ?? 0 };
  const options = { enabled: organisationId !== null, retry: false, staleTime: 0, placeholderData: keepPreviousData };
  const vehicles = useCall(
    'preview-vehicle-move',
    { vehicleIds: [...ids], withDevice, history, ...into },
    { ...options, enabled: options.enabled && kind === 'vehicles' },
  );
  const devices = useCall(
    'preview-device-move',
    { deviceIds: [...ids], ...into },
    { ...options, enabled: options.enabled && kind === 'devices' },
  );
  const preview = kind === 'vehicles' ? vehicles : devices;
  const rows = organisations.data?.rows ?? [];
  const chosen = rows.find(({ id }) => id === organisationId);
  return (
    <Modal
      opened
      onClose={onClose}
      title={
        ids.length === 1 ? label('one', { name: isolate(name) }) : label(kind, { number: formatNumber(ids.length) })
      }
      closeButtonProps={{ 'aria-label': t('form.close') }}
      size={540}
    >
      <RecordForm record={record} readOnly={false} danger saveLabel={label('move')} onCancel={onClose}>
        <Text size="sm">{label(`text-${kind}`)}</Text>
        <SearchedSelect
          {...form.getInputProps('organisationId')}
          label={label('organisation')}
          options={rows}
          total={organisations.data?.total}
          onSearch={setSearch}
          value={organisationId}
        />
        {organisations.error && <ErrorNote error={organisations.error} onRetry={() => void organisations.refetch()} />}
        {kind === 'vehicles' && mayWithDevice && (
          <Checkbox
            {...form.getInputProps('withDevice', { type: 'checkbox' })}
            label={label('with-device')}
            description={label('with-device-hint')}
          />
        )}
        {kind === 'vehicles' && (
          <Radio.Group {...form.getInputProps('history')} label={label('history')}>
            <Stack gap="xs" mt={4}>
              {MOVED_HISTORIES.map((one) => (
                <Radio
                  key={one}
                  value={one}
                  label={label(`history-${one}`)}
                  description={label(`history-${one}-hint`)}
                />
              ))}
            </Stack>
          </Radio.Group>
        )}
        {organisationId !== null && preview.isPending && <Loader size="sm" aria-label={label('counting')} />}
        {organisationId !== null && preview.error && <ErrorNote error={preview.error} />}
        {organisationId !== null && preview.data && <Preview preview={preview.data} kind={kind} onLeave={onClose} />}
        {record.saving && ids.length > 1 && (
          <Stack gap={4} role="status">
            <Text size="sm">{doneText}</Text>
            <Progress value={done} max={ids.length} label={doneText} />
          </Stack>
        )}
      </RecordForm>
    </Modal>
  );
}

interface PreviewProps {
  preview: MovePreview;
  kind: MoveProps['kind'];
  /** Called when the person follows the link to an obstacle. */
  onLeave: () => void;
}

function Preview({ preview, kind, onLeave }: PreviewProps) {
  const { t } = useTranslation();
  const parts = (['goes', 'stays', 'ends'] as const).filter((part) => preview[part].length > 0);
  return (
    <div data-testid="move-preview">
      {preview.obstacles.length > 0 && (
        <Alert type="warning" dismissible={false} title={t('move.before')} mb="sm">
          <List size="sm">
            {preview.obstacles.map(({ kind: what, name, vehicleId }) => (
              <List.Item key={`${what} ${name}`}>
                <b>{isolate(name)}</b>: {t(`move.obstacle.${what}`)}{' '}
                {vehicleId !== null && (
                  <Anchor component={Link} to={WAYS[what](vehicleId)} size="sm" onClick={onLeave}>
                    {t('move.open')}
                  </Anchor>
                )}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      {parts.map((part) => (
        <div key={part}>
          <Text size="sm" fw={600} mt={4}>
            {t(`move.${part}`)}
          </Text>
          <List size="sm">
            {preview[part].map(({ what, count }) => (
              <List.Item key={what}>
                {t(`move.record.${what}`)}: {formatNumber(count)}
              </List.Item>
            ))}
          </List>
        </div>
      ))}
      {kind === 'vehicles' && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('move.stays-hint')}
        </Text>
      )}
    </div>
  );
}
