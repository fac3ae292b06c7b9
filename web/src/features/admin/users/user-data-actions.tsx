import type { User } from '@milepost/contract/admin-operations';
import { Button, Stack } from '@mantine/core';
import { IconEraser, IconFileDownload } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePersonalExport } from '../../../ui/export/use-personal-export.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';

const EraseUser = lazyPart(() => import('./erase-user.tsx'));

/** Exports or erases everything that is held on an account. */
export function UserDataActions({ user, onErased }: { user: User; onErased: () => void }) {
  const { t } = useTranslation();
  const [erasing, setErasing] = useState(false);
  const { run, loading } = usePersonalExport('export-user-data', user.id);
  const common = { variant: 'default', justify: 'flex-start', fullWidth: true } as const;
  return (
    <Stack gap="xs" mt="xs">
      <Button {...common} leftSection={<IconFileDownload size={16} aria-hidden />} loading={loading} onClick={run}>
        {t('admin.users.erasure.export')}
      </Button>
      <Button
        {...common}
        color="red"
        variant="light"
        leftSection={<IconEraser size={16} aria-hidden />}
        onClick={() => setErasing(true)}
      >
        {t('admin.users.erasure.erase')}
      </Button>
      {erasing && (
        <Suspense>
          <EraseUser user={user} onClose={() => setErasing(false)} onErased={onErased} />
        </Suspense>
      )}
    </Stack>
  );
}
