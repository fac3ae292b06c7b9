import { ActionIcon } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { callKey } from '../../api/use-call.ts';
import { useReports } from './use-reports.ts';

/** Adds a report to the favourites, or removes it. */
export function FavouriteButton({ kind, name }: { kind: string; name: string }) {
  const { t } = useTranslation();
  const { data } = useReports();
  const favourite = data?.rows.find((one) => one.kind === kind)?.favourite ?? false;
  const mutation = useMutation({
    mutationFn: () => call('mark-report', { kind, favourite: !favourite }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: callKey('get-reports') }),
  });
  const label = t('reports.favourite', { name });
  const Star = favourite ? IconStarFilled : IconStar;
  return (
    <ActionIcon
      aria-label={label}
      title={label}
      aria-pressed={favourite}
      loading={mutation.isPending}
      onClick={() => mutation.mutate()}
    >
      <Star size={18} color={favourite ? 'var(--accent)' : undefined} />
    </ActionIcon>
  );
}
