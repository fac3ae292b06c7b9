import { useTranslation } from 'react-i18next';
import { notify } from '../toast/notify.ts';
import { type Deletion, deleteWithUndo } from './delete-with-undo.tsx';
import { type RecordFormOptions, useRecordForm } from './use-record-form.ts';

interface Options<Values, Saved> extends Omit<RecordFormOptions<Values, Saved>, 'onSaved'> {
  /** What is said once it is saved. */
  savedText: (saved: Saved) => string;
  /** After it was saved or deleted, and after it is back. */
  onChanged: () => void;
  /** With what was saved; without, it was deleted. */
  onClose: (saved?: Saved) => void;
}

/** A form over one record, as useRecordForm, that closes once the record is saved or deleted. */
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
    /** Asks, deletes, closes, and offers to undo it. */
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
