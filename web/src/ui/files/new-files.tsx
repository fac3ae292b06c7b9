import type { StoredFile } from '@milepost/contract/file-operations';
import { useState } from 'react';
import { FileField } from './file-field.tsx';
import { FileThumbs } from './file-thumbs.tsx';

interface Props {
  /** The common label of the files. */
  label: string;
  addLabel: string;
  /** Receives the ids of all files, which are linked when the record is saved. */
  onChange: (ids: number[]) => void;
}

/** The files of a record that is not saved yet. */
export function NewFiles({ label, addLabel, onChange }: Props) {
  const [files, setFiles] = useState<readonly StoredFile[]>([]);
  function show(next: readonly StoredFile[]) {
    setFiles(next);
    onChange(next.map(({ id }) => id));
  }
  return (
    <>
      <FileField label={addLabel} onSent={(file) => show([...files, file])} />
      {files.length > 0 && (
        <FileThumbs label={label} files={files} onRemove={(file) => show(files.filter(({ id }) => id !== file.id))} />
      )}
    </>
  );
}
