import { Stack, Switch } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../../api/call.ts';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { formatDateTime } from '../../../text/format.ts';
import { Alert } from '../../../ui/alert/alert.tsx';
import { CutNote } from '../../../ui/cut-note.tsx';
import { ErrorNote } from '../../../ui/error-note/error-note.tsx';
import type { BaseMap } from '../../../ui/map/base-map.ts';

interface Props {
  vehicleId: number;
  /** The private times of the range, oldest first; not empty. */
  spans: NonNullable<CallOutput<'get-track'>['private']>;
  map: BaseMap | null;
}

const SHOWN_SPANS = 4;
const DAY_MS = 86_400_000;
/** The longest range of one call, as the server checks it. */
const MAX_DAYS = 31;
/** Each call is in the audit log, so none is repeated by itself. */
const ONCE = {
  staleTime: Infinity,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  refetchOnMount: false,
  retry: false,
} as const;

/** Says when the vehicle was in private time, and shows where it was to people with the right. */
export default function PrivateNote({ vehicleId, spans, map }: Props) {
  const { t } = useTranslation();
  const maySee = useMay('private-trips', 'view');
  const [isShown, setShown] = useState(false);
  const from = spans[0]?.from ?? '';
  const last = Date.parse(spans.at(-1)?.to ?? '');
  const isLong = last - Date.parse(from) >= MAX_DAYS * DAY_MS;
  // The last report is included.
  const range = { vehicleId, from, to: new Date(last + 1).toISOString() };
  const track = useCall('get-private-track', range, { ...ONCE, enabled: isShown && maySee && !isLong });
  const fixes = isShown ? track.data?.rows : undefined;
  useEffect(() => {
    if (!map || !fixes) return undefined;
    let isGone = false;
    let remove: (() => void) | null = null;
    const draw = async () => {
      const { drawPrivate, privateLines } = await import('./private-map.ts');
      if (!isGone) remove = drawPrivate(map, privateLines(fixes, spans));
    };
    draw().catch((error: unknown) => console.error('Private time cannot be drawn', error));
    return () => {
      isGone = true;
      remove?.();
    };
  }, [map, fixes, spans]);
  const times = spans.slice(0, SHOWN_SPANS).map((span) => `${formatDateTime(span.from)} – ${formatDateTime(span.to)}`);
  return (
    <Alert type="secondary" dismissible={false} radius={0}>
      <Stack gap="xs">
        <span>
          {t('history.private.note', { spans: times.join('; ') })}
          {spans.length > times.length && ` ${t('history.private.more', { count: spans.length - times.length })}`}
        </span>
        {maySee && (
          <Switch
            label={t('history.private.show')}
            description={isLong ? t('history.private.long', { days: MAX_DAYS }) : t('history.private.logged')}
            checked={isShown}
            disabled={isLong}
            onChange={({ currentTarget }) => setShown(currentTarget.checked)}
          />
        )}
        {isShown && track.error && <ErrorNote error={track.error} onRetry={() => void track.refetch()} />}
        {isShown && <CutNote shown={track.data?.rows.length} total={track.data?.total} />}
      </Stack>
    </Alert>
  );
}
