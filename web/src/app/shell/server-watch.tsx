import { Suspense } from 'react';
import { useLocation } from 'react-router';
import { useMay } from '../../api/setup.ts';
import { useCall } from '../../api/use-call.ts';
import { lazyPart } from '../../ui/lazy-part.ts';

const ServerBanner = lazyPart(() => import('../../features/admin/server-banner.tsx'));
const REFETCH_MS = 60_000;

/** Shows the operator of the server on every screen that it needs attention; those of administration show it in full. */
export function ServerWatch() {
  const enabled = useMay('server', 'view');
  const { pathname } = useLocation();
  const { data } = useCall('get-server-notices', {}, { refetchInterval: REFETCH_MS, enabled });
  const rows = data?.rows.filter(({ kind }) => kind !== 'map-index') ?? [];
  if (!enabled || rows.length === 0 || pathname.startsWith('/admin/')) return null;
  return (
    <Suspense>
      <ServerBanner rows={rows} />
    </Suspense>
  );
}
