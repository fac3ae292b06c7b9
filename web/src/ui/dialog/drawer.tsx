import { Drawer as MantineDrawer, type DrawerProps } from '@mantine/core';
import { type DialogOptions, useDialog } from './use-dialog.tsx';
import { DialogContext } from './use-unsaved.ts';

type Props = Omit<DrawerProps, 'ref'> & Pick<DialogOptions, 'loses'>;

/**
 * A dialog at an edge of the screen. Escape, its close button, a click outside and `FormCancel` within it ask for
 * confirmation if it has unsaved input.
 */
export function Drawer({ opened, onClose, loses, closeOnEscape, children, ...props }: Props) {
  const { ref, close, around, question } = useDialog({ opened, onClose, loses, closeOnEscape });
  return (
    <>
      <MantineDrawer {...props} ref={ref} opened={opened} onClose={close} closeOnEscape={false}>
        <DialogContext value={around}>{children}</DialogContext>
      </MantineDrawer>
      {question}
    </>
  );
}
