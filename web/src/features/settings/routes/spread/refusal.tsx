import { CallError } from '../../../../api/call-error.ts';
import { ErrorNote } from '../../../../ui/error-note/error-note.tsx';
import { Alert } from '../../../../ui/alert/alert.tsx';

/** The reason of a rejected call: the errors of its fields, otherwise the error itself. */
export function Refusal({ error }: { error: unknown }) {
  const texts = error instanceof CallError ? [...new Set(Object.values(error.fields))] : [];
  if (texts.length === 0) return <ErrorNote error={error} />;
  return (
    <Alert type="danger" dismissible={false} role="alert">
      {texts.map((text) => (
        <div key={text}>{text}</div>
      ))}
    </Alert>
  );
}
