import { Button } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { refresh } from '../../api/refresh.ts';
import { useMay } from '../../api/setup.ts';
import { formatNumber } from '../../text/format.ts';
import { notify, notifyError } from '../../ui/toast/notify.ts';
import type { MapMarker } from './marker-store.ts';

interface Props {
  markers: readonly MapMarker[];
  onMoved: () => void;
}

/** Converts the markers of this browser to places of the organisation. */
export function MoveMarkers({ markers, onMoved }: Props) {
  const { t } = useTranslation();
  const mayCreate = useMay('maps', 'create');
  const moving = useMutation({
    mutationFn: () =>
      call('import-places', {
        rows: markers.map(({ name, color, lat, lon }) => ({ name: name.trim() || '–', colour: color, lat, lon })),
      }),
    onSuccess({ added }) {
      onMoved();
      refresh('get-place-list');
      notify(t('maps.places.imported', { count: added, number: formatNumber(added) }));
    },
    onError: (error) => notifyError(t, error),
  });
  if (markers.length === 0 || !mayCreate) return null;
  return (
    <Button
      mt={8}
      fullWidth
      variant="subtle"
      loading={moving.isPending}
      leftSection={<IconUsersGroup size={16} stroke={1.6} aria-hidden />}
      onClick={() => moving.mutate()}
    >
      {t('maps.places.move')}
    </Button>
  );
}
