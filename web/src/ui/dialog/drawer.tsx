import { Drawer as MantineDrawer, type DrawerProps } from '@mantine/core';
import { type DialogOptions, useDialog } from './use-dialog.tsx';
import { FormsOfDialog } from './use-unsaved.ts';

type Props = Omit<DrawerProps, 'ref'> & Pick<DialogOptions, 'loses'>;

/** A dialog at an edge of the screen. Escape, its cross and a click beside it ask where something was entered. */
export function Drawer({ opened, onClose, loses, closeOnEscape, children, ...props }: Props) {
  const { ref, close, forms, question } = useDialog({ opened, onClose, loses, closeOnEscape });
  return (
    <>
      <MantineDrawer {...props} ref={ref} opened={opened} onClose={close} closeOnEscape={false}>
        <FormsOfDialog value={forms}>{children}</FormsOfDialog>
      </MantineDrawer>
      {question}
    </>
  );
}
