import { Modal as MantineModal, type ModalProps } from '@mantine/core';
import { type DialogOptions, useDialog } from './use-dialog.tsx';
import { DialogContext } from './use-unsaved.ts';

type Props = Omit<ModalProps, 'ref'> & Pick<DialogOptions, 'loses'>;

/**
 * A dialog in the middle of the screen. Escape, its close button, a click outside and `FormCancel` within it ask for
 * confirmation if it has unsaved input.
 */
export function Modal({ opened, onClose, loses, closeOnEscape, children, ...props }: Props) {
  const { ref, close, around, question } = useDialog({ opened, onClose, loses, closeOnEscape });
  return (
    <>
      <MantineModal {...props} ref={ref} opened={opened} onClose={close} closeOnEscape={false}>
        <DialogContext value={around}>{children}</DialogContext>
      </MantineModal>
      {question}
    </>
  );
}
