import type { Driver } from '@milepost/contract/driver-operations';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { call } from '../../api/call.ts';
import { refresh } from '../../api/refresh.ts';
import { useCall } from '../../api/use-call.ts';
import { ErasureDialog } from '../../ui/erasure/erasure-dialog.tsx';
import { notify } from '../../ui/toast/notify.ts';

interface Props {
  driver: Pick<Driver, 'id' | 'name'>;
  onClose: () => void;
}

/** Shows what is erased of a driver and what stays without the name, and erases it. */
export default function EraseDialog({ driver, onClose }: Props) {
  const { t } = useTranslation();
  const label = (key: string, values: Record<string, unknown> = {}) => t(`driver-info.erasure.${key}`, values);
  const navigate = useNavigate();
  const { data, error, refetch } = useCall('get-driver-erasure', { id: driver.id }, { staleTime: 0, gcTime: 0 });
  const mutation = useMutation({
    mutationFn: () => call('erase-driver', { id: driver.id }),
    onSuccess() {
      notify(label('done'));
      refresh('get-driver-list', 'get-assignment-list');
      void navigate('/driver-info');
    },
  });
  return (
    <ErasureDialog
      title={label('title', { name: driver.name })}
      error={error}
      onRetry={() => void refetch()}
      confirm={label('confirm')}
      mutation={mutation}
      onClose={onClose}
      erasure={
        data
          ? {
              warnings: [...(data.dismissed ? [] : [label('not-dismissed')]), ...(data.held ? [label('held')] : [])],
              goes: {
                title: label('goes'),
                lines: [label('driver')],
                figures: (['assignments', 'tags', 'documents', 'files', 'messages'] as const).map((key) => [
                  label(key),
                  data[key],
                ]),
              },
              stays: {
                title: label('stays'),
                figures: (['expenses', 'runs', 'inspections'] as const).map((key) => [label(key), data[key]]),
              },
              notes: [...(data.account === null ? [] : [label('account', { account: data.account })]), label('limits')],
              isPossible: data.dismissed && !data.held,
            }
          : null
      }
    />
  );
}
