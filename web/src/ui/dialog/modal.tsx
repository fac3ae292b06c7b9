import { Modal as MantineModal, type ModalProps } from '@mantine/core';
import { type DialogOptions, useDialog } from './use-dialog.tsx';
import { FormsOfDialog } from './use-unsaved.ts';

type Props = Omit<ModalProps, 'ref'> & Pick<DialogOptions, 'loses'>;

/** A dialog in the middle of the screen. Escape, its cross and a click beside it ask where something was entered. */
export function Modal({ opened, onClose, loses, closeOnEscape, children, ...props }: Props) {
  const { ref, close, forms, question } = useDialog({ opened, onClose, loses, closeOnEscape });
  return (
    <>
      <MantineModal {...props} ref={ref} opened={opened} onClose={close} closeOnEscape={false}>
        <FormsOfDialog value={forms}>{children}</FormsOfDialog>
      </MantineModal>
      {question}
    </>
  );
}
