import { useTranslation } from 'react-i18next';
import { notify } from '../toast/notify.ts';
import { type Deletion, deleteWithUndo } from './delete-with-undo.tsx';
import { type RecordFormOptions, useRecordForm } from './use-record-form.ts';

interface Options<Values, Saved> extends Omit<RecordFormOptions<Values, Saved>, 'onSaved'> {
  /** The message after saving. */
  savedText: (saved: Saved) => string;
  /** Called after it was saved or deleted, and after an undo. */
  onChanged: () => void;
  /** Called with the saved record, or without one after a deletion. */
  onClose: (saved?: Saved) => void;
}

/** A form over one record, like useRecordForm, that closes once the record is saved or deleted. */
export function useClosingForm<Values extends Record<string, unknown>, Saved>(options: Options<Values, Saved>) {
  const { t } = useTranslation();
  const { savedText, onChanged, onClose, ...form } = options;
  const record = useRecordForm<Values, Saved>({
    ...form,
    onSaved(saved) {
      onChanged();
      notify(savedText(saved));
      onClose(saved);
    },
  });
  return {
    ...record,
    /** Asks, deletes, closes, and offers an undo. */
    remove(deletion: Deletion) {
      deleteWithUndo(t, {
        onChanged,
        ...deletion,
        onRemoved() {
          record.release();
          onClose();
        },
      });
    },
  };
}
