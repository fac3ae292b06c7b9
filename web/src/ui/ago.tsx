import { useServerNow } from '../live/use-live.ts';
import { formatAgo, formatDateTime } from '../text/format.ts';

/** The time elapsed since `at`, updated as it grows; the full time on hover. `at` is ISO 8601 or null for never. */
export function Ago({ at, never = '–' }: { at: string | null; never?: string }) {
  const now = useServerNow(1000);
  if (at === null) return <span style={{ color: 'var(--text-dim)' }}>{never}</span>;
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {formatAgo(Date.parse(at), now)}
    </time>
  );
}
