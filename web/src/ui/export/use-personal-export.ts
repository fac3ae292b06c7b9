import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { call } from '../../api/call.ts';
import { notify, notifyError } from '../toast/notify.ts';
import { awaitFile } from './await-file.ts';

/** Exports everything that is held on a person; the file is downloaded as soon as it is finished. */
export function usePersonalExport(name: 'export-driver-data' | 'export-user-data', id: number) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [isAwaited, setAwaited] = useState(false);
  const onSlow = () => notify(t('downloads.being-made'), { onClick: () => void navigate('/downloads') });
  const mutation = useMutation({
    mutationFn: () => call(name, { id }),
    onError: (error) => notifyError(t, error),
    onSuccess: ({ download }) => {
      setAwaited(true);
      void awaitFile(download, onSlow).finally(() => setAwaited(false));
    },
  });
  return { run: () => mutation.mutate(), loading: mutation.isPending || isAwaited };
}
