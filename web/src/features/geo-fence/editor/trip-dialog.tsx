import type { FenceShape } from '@milepost/contract/fence-shape-types';
import { simplifyLine } from '@milepost/contract/simplify-line';
import { Loader, Select, Stack, Text, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../../ui/dialog/modal.tsx';
import { call } from '../../../api/call.ts';
import { useCall } from '../../../api/use-call.ts';
import { dayOf, spanOfDay } from '../../../text/local-day.ts';
import { formatClock, formatDistance, formatDuration } from '../../../text/format.ts';
import { DateField } from '../../../ui/date-picker/date-field.tsx';
import { ErrorNote } from '../../../ui/error-note/error-note.tsx';
import { NEW_HALF_WIDTH_M } from '../../../map/draw/drawing-defaults.ts';
import { nameAmongOthers } from '../../../ui/move/moved-text.ts';
import { fromToText } from '../../../ui/from-to-text.ts';
import classes from './trip-dialog.module.css';
import { restOption } from '../../../ui/rest-option.ts';
import { useRowKeys } from '../../../ui/use-row-keys.ts';
import { NumberInput } from '../../../ui/form/number-input.tsx';
import { FormCancel } from '../../../ui/form/form-cancel.tsx';

interface Props {
  onClose: () => void;
  onShape: (shape: FenceShape) => void;
}

const MAX_POINTS = 2000;
/** The tolerance of the corridor's line, as a share of its half-width. */
const TOLERANCE_PART = 1 / 3;

/** Makes a corridor along the track of a trip: the vehicle, the day, the trip. */
export function TripDialog({ onClose, onShape }: Props) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  useRowKeys(list, 'li > button');
  const [search, setSearch] = useState('');
  const [debounced] = useDebouncedValue(search, 250);
  const [vehicleId, setVehicleId] = useState<number | null>(null);
  const [today] = useState(() => dayOf(Date.now()));
  const [day, setDay] = useState(today);
  const [halfWidthM, setHalfWidthM] = useState<number | ''>(NEW_HALF_WIDTH_M);
  const found = useCall(
    'get-vehicle-list',
    { search: debounced, moved: 'with', pageSize: 50 },
    { placeholderData: keepPreviousData },
  );
  const span = spanOfDay(day);
  const range = { from: new Date(span.from).toISOString(), to: new Date(span.to).toISOString() };
  const trips = useCall(
    'get-trip-list',
    { vehicleId: vehicleId ?? 1, ...range, sort: 'start', pageSize: 200 },
    { enabled: vehicleId !== null },
  );
  const take = useMutation({
    mutationFn: async (trip: { vehicleId: number; start: string; end: string | null }) => {
      const { points } = await call('get-vehicle-track', {
        vehicleId: trip.vehicleId,
        from: trip.start,
        to: trip.end ?? new Date().toISOString(),
        maxPoints: MAX_POINTS,
      });
      const half = Number(halfWidthM) || NEW_HALF_WIDTH_M;
      const line = simplifyLine(
        points.map(([lat, lon]) => ({ lat, lon })),
        half * TOLERANCE_PART,
      );
      if (line.length < 2) throw new Error(t('geo-fence.trip.no-track'));
      return { kind: 'corridor' as const, line, halfWidthM: half };
    },
    onSuccess: onShape,
  });

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('geo-fence.trip.title')}
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      <Stack gap="sm">
        <Select
          label={t('geo-fence.trip.vehicle')}
          searchable
          data-autofocus
          data={[
            ...(found.data?.rows.map((each) => ({ value: each.id, label: nameAmongOthers(t, each) })) ?? []),
            ...restOption(t, found.data?.rows.length ?? 0, found.data?.total),
          ]}
          filter={({ options }) => options}
          searchValue={search}
          onSearchChange={setSearch}
          value={vehicleId}
          onChange={setVehicleId}
          nothingFoundMessage={t('form.nothing-found')}
        />
        <DateField
          label={t('geo-fence.trip.day')}
          value={day}
          maxDate={today}
          onChange={(chosen) => setDay(chosen ?? today)}
        />
        <NumberInput
          label={t('geo-fence.half-width')}
          suffix={` ${t('geo-fence.metres')}`}
          min={5}
          max={5000}
          value={halfWidthM}
          onChange={setHalfWidthM}
        />
        {trips.error && <ErrorNote error={trips.error} onRetry={() => void trips.refetch()} />}
        {take.error && <ErrorNote error={take.error} />}
        {trips.isFetching && <Loader size="sm" />}
        {trips.data?.rows.length === 0 && <Text c="dimmed">{t('geo-fence.trip.none')}</Text>}
        <ul ref={list} className={classes['trips']}>
          {trips.data?.rows.map((trip) => (
            <li key={trip.id}>
              <UnstyledButton
                className={classes['trip']}
                disabled={take.isPending || Number.isNaN(halfWidthM)}
                onClick={() => take.mutate(trip)}
              >
                <span>
                  {formatClock(trip.start)} – {trip.end === null ? t('geo-fence.trip.now') : formatClock(trip.end)}
                </span>
                <span>
                  {formatDistance(trip.distanceM)} · {formatDuration(trip.durationS)}
                </span>
                <small>{fromToText(t, trip.startAddress, trip.endAddress)}</small>
              </UnstyledButton>
            </li>
          ))}
        </ul>
        <FormCancel onCancel={onClose} />
      </Stack>
    </Modal>
  );
}
