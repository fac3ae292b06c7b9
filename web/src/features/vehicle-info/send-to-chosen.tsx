import { MAX_VEHICLES } from '@milepost/contract/command-kinds';
import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, type CallInput } from '../../api/call.ts';
import { formatNumber } from '../../text/format.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { notifyError } from '../../ui/toast/notify.ts';

const SendManyDialog = lazyPart(() => import('../../ui/commands/send-many-dialog.tsx'));

interface Props {
  /** The chosen ones, or all of a filter. */
  of: { ids: number[] } | { filter: CallInput<'get-vehicle-list'> };
  count: number;
}

/** Sends one command to the devices of the chosen vehicles. */
export function SendToChosen({ of, count }: Props) {
  const { t } = useTranslation();
  const [vehicleIds, setVehicleIds] = useState<readonly number[] | null>(null);
  const begin = useMutation({
    mutationFn: async () => {
      if ('ids' in of) return of.ids;
      const { rows } = await call('get-vehicle-list', { ...of.filter, pageSize: MAX_VEHICLES });
      return rows.map(({ id }) => id);
    },
    onSuccess: setVehicleIds,
    onError: (error) => notifyError(t, error),
  });
  const tooMany = count > MAX_VEHICLES;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconSend size={16} aria-hidden />}
        disabled={tooMany}
        title={tooMany ? t('commands.many.most', { number: formatNumber(MAX_VEHICLES) }) : undefined}
        loading={begin.isPending}
        onClick={() => begin.mutate()}
      >
        {t('commands.send-command')}
      </Button>
      {vehicleIds && (
        <Suspense>
          <SendManyDialog vehicleIds={vehicleIds} onClose={() => setVehicleIds(null)} />
        </Suspense>
      )}
    </>
  );
}
