import { Button } from '@mantine/core';
import { IconTerminal2 } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/setup.ts';
import { lazyPart } from '../lazy-part.ts';

const CommandsDialog = lazyPart(() => import('./commands-dialog.tsx'));

interface Props {
  vehicleId: number;
  registration: string;
}

/** Opens the commands of a vehicle in a dialog; hidden for roles that may not send any. */
export function CommandsButton({ vehicleId, registration }: Props) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const mayCommand = useMay('commands', 'create');
  const mayStop = useMay('engine-stop', 'create');
  if (!mayCommand && !mayStop) return null;
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconTerminal2 size={14} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('commands.title')}
      </Button>
      {opened && (
        <Suspense>
          <CommandsDialog vehicleId={vehicleId} registration={registration} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
