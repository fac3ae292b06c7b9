import { Button } from '@mantine/core';
import { IconTransfer } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../lazy-part.ts';
import { useMayMove } from './use-may-move.ts';

const MoveDialog = lazyPart(() => import('./move-dialog.tsx'));

/** Vehicles or devices by id, and the name of one of them. */
export interface MoveProps {
  kind: 'vehicles' | 'devices';
  ids: readonly number[];
  name: string;
  /** Called after the move. */
  onMoved?: () => void;
}

/** Moves vehicles or devices to another organisation; hidden for people who manage only one. */
export function MoveButton(props: MoveProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const may = useMayMove(props.kind);
  if (!may || props.ids.length === 0) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconTransfer size={16} stroke={1.6} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('move.action')}
      </Button>
      {opened && (
        <Suspense>
          <MoveDialog {...props} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
