import type { FenceKind } from '@milepost/contract/fence-shape-types';
import { Center, Loader } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/use-call.ts';
import type { MapLibreMap } from '../../../map/map-library.ts';
import { ErrorNote } from '../../../ui/error-note/error-note.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import type { Box } from '../../../map/fences/shape-features.ts';

const FenceEditor = lazyPart(async () => ({ default: (await import('./fence-editor.tsx')).FenceEditor }));

interface Props {
  /** Null for a new geofence. */
  id: number | null;
  kind: FenceKind;
  map: MapLibreMap | null;
  bar: HTMLElement | null;
  tags: readonly string[];
  onFit: (box: Box) => void;
  onSaved: (id: number) => void;
  onClose: () => void;
}

/** Loads the geofence to edit: never from the cache, because the form would overwrite the changes of others. */
export function EditorHost({ id, ...props }: Props) {
  const { t } = useTranslation();
  const query = useCall(
    'get-fence-by-id',
    { id: id ?? 1 },
    { enabled: id !== null, gcTime: 0, staleTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false },
  );
  if (id !== null && query.error) return <ErrorNote error={query.error} onRetry={() => void query.refetch()} />;
  const fence = id === null ? null : query.data?.fence;
  const waiting = (
    <Center h={200} role="status" aria-label={t('app.please-wait')}>
      <Loader size="sm" />
    </Center>
  );
  if (fence === undefined || (id !== null && query.isFetching)) return waiting;
  return (
    <Suspense fallback={waiting}>
      <FenceEditor key={id ?? 'new'} fence={fence} {...props} />
    </Suspense>
  );
}
