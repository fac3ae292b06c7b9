import { Button, Group, Stack, TagsInput, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapFence } from '@milepost/contract/fence-operations';
import type { FenceShape, Place } from '@milepost/contract/fence-shape-types';
import type { ImportEncoding } from '@milepost/contract/import-kinds';
import { cornersOf } from '@milepost/contract/shape-fault';
import { useCall } from '../../../api/use-call.ts';
import { liveStore } from '../../../live/live-client.ts';
import { formatNumber } from '../../../text/format.ts';
import { Alert } from '../../../ui/alert/alert.tsx';
import { Modal } from '../../../ui/dialog/modal.tsx';
import { DropZone } from '../../../ui/drop-zone/drop-zone.tsx';
import { errorText } from '../../../ui/error-text.ts';
import { FormCancel } from '../../../ui/form/form-cancel.tsx';
import { NumberInput } from '../../../ui/form/number-input.tsx';
import { Progress } from '../../../ui/progress/progress.tsx';
import { notify } from '../../../ui/toast/notify.ts';
import { refreshFences } from '../use-fences.ts';
import { MAX_BYTES } from './file-kinds.ts';
import { FileFault } from './found-fence.ts';
import { FoundTable } from './found-table.tsx';
import { readFences, type ReadFile } from './read-fences.ts';
import { isUnsure, ReadingChoices } from './reading-choices.tsx';
import { RowFault, sendImport } from './send-import.ts';

/** The person's corrections of how the file is read. */
interface Overrides {
  encoding?: ImportEncoding;
  swapped?: boolean;
}

const NO_FENCES: readonly MapFence[] = [];

interface Props {
  onClose: () => void;
  onImported: () => void;
}

/** Reads a file, shows its content and the errors by row, and adds the valid geofences in one call. */
export function ImportDialog({ onClose, onImported }: Props) {
  const { t } = useTranslation();
  const [files, setFiles] = useState<File[]>([]);
  const [readFile, setReadFile] = useState<ReadFile | null>(null);
  const [overrides, setOverrides] = useState<Overrides>({});
  const fences = useCall('get-fence-map', {}, { staleTime: 60_000 }).data?.rows ?? NO_FENCES;
  const [radiusM, setRadiusM] = useState<number | ''>(100);
  const [halfWidthM, setHalfWidthM] = useState<number | ''>(50);
  const [tags, setTags] = useState<string[]>([]);
  const [sent, setSent] = useState(0);
  const sending = useRef<AbortController>(null);
  const found = readFile?.found ?? null;
  const good = found?.filter(({ fault }) => fault === null) ?? [];

  const read = useMutation({
    mutationFn: ({ file, radius, half, how }: { file: File; radius: number | ''; half: number | ''; how: Overrides }) =>
      readFences(
        file,
        { radiusM: Number(radius) || 100, halfWidthM: Number(half) || 50 },
        { ...how, fleet: knownPlaces(fences) },
      ),
    onSuccess: setReadFile,
    onError: () => setReadFile(null),
  });
  const send = useMutation({
    mutationFn() {
      const mine = new AbortController();
      sending.current = mine;
      setSent(0);
      const unnamed = t('geo-fence.import.unnamed');
      return sendImport(good, { tags, unnamed, onProgress: setSent, signal: mine.signal });
    },
    onSuccess(count) {
      refreshFences();
      notify(t('geo-fence.import.done', { count }));
      onImported();
      onClose();
    },
  });

  function take(next: File[], radius = radiusM, half = halfWidthM, how = overrides) {
    setFiles(next);
    setOverrides(how);
    setReadFile(null);
    send.reset();
    read.reset();
    const [file] = next;
    if (file) read.mutate({ file, radius, half, how });
  }
  const sentText = t('geo-fence.import.sent', { done: formatNumber(sent), all: formatNumber(good.length) });
  const failure = read.error
    ? read.error instanceof FileFault
      ? t(`geo-fence.file-fault.${read.error.code}`, { size: MAX_BYTES / 1024 / 1024 })
      : errorText(t, read.error)
    : null;

  return (
    <Modal
      opened
      onClose={() => !send.isPending && onClose()}
      size="lg"
      title={t('geo-fence.import.title')}
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('geo-fence.import.text')}
        </Text>
        {/* Files of any kind are accepted: the reason why one is unreadable is shown below, with the texts of geofences. */}
        <DropZone
          label={t('geo-fence.import.choose')}
          files={files}
          onChange={(next) => take(next.slice(-1), radiusM, halfWidthM, {})}
          maxFiles={1}
          maxBytes={MAX_BYTES}
        />
        {failure !== null && (
          <Alert type="danger" data-testid="file-fault">
            {failure}
          </Alert>
        )}
        {readFile && found && (
          <>
            <ReadingChoices
              read={readFile}
              onEncoding={(encoding) => take(files, radiusM, halfWidthM, { ...overrides, encoding })}
              onSwapped={(swapped) => take(files, radiusM, halfWidthM, { ...overrides, swapped })}
            />
            <Group grow>
              <NumberInput
                label={t('geo-fence.import.radius')}
                suffix={` ${t('geo-fence.metres')}`}
                min={10}
                max={500_000}
                value={radiusM}
                onChange={(value) => {
                  setRadiusM(value);
                  take(files, value, halfWidthM);
                }}
              />
              <NumberInput
                label={t('geo-fence.import.half-width')}
                suffix={` ${t('geo-fence.metres')}`}
                min={5}
                max={5000}
                value={halfWidthM}
                onChange={(value) => {
                  setHalfWidthM(value);
                  take(files, radiusM, value);
                }}
              />
            </Group>
            <TagsInput label={t('geo-fence.import.tags')} value={tags} onChange={setTags} maxTags={12} />
            <Text fw={600} data-testid="import-summary">
              {t('geo-fence.import.found', { good: formatNumber(good.length), all: formatNumber(found.length) })}
            </Text>
            <FoundTable found={found} />
          </>
        )}
        {send.error && !(send.error instanceof DOMException) && (
          <Alert type="danger">
            {send.error instanceof RowFault
              ? t('geo-fence.import.row-fault', { row: send.error.row, fault: send.error.message })
              : errorText(t, send.error)}
          </Alert>
        )}
        {send.isPending && (
          <Stack gap={4} role="status">
            <Text size="sm">{sentText}</Text>
            <Progress value={sent} max={good.length} label={sentText} />
          </Stack>
        )}
        <Group justify="flex-end">
          {send.isPending ? (
            <Button variant="default" onClick={() => sending.current?.abort()}>
              {t('form.cancel')}
            </Button>
          ) : (
            <FormCancel onCancel={onClose} />
          )}
          <Button
            disabled={
              good.length === 0 ||
              (readFile !== null && isUnsure(readFile)) ||
              Number.isNaN(radiusM) ||
              Number.isNaN(halfWidthM)
            }
            loading={send.isPending || read.isPending}
            onClick={() => send.mutate()}
          >
            {t('geo-fence.import.add', { count: good.length })}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** The maximum number of vehicles and geofences that are sampled. */
const MAX_SAMPLED = 200;

/** The area of the organisation: its vehicles on the map, and its geofences. */
function knownPlaces(fences: readonly { shape: FenceShape }[]): Place[] {
  const { table } = liveStore;
  const vehicles = Array.from({ length: Math.min(table.size, MAX_SAMPLED) }, (_none, slot) => ({
    lat: table.lat[slot] ?? Number.NaN,
    lon: table.lon[slot] ?? Number.NaN,
  })).filter(({ lat, lon }) => Number.isFinite(lat + lon));
  return [...vehicles, ...fences.slice(0, MAX_SAMPLED).flatMap(({ shape }) => cornersOf(shape).slice(0, 1))];
}
