import type { StoredFile } from '@milepost/contract/file-operations';
import type { Failure } from '@milepost/contract/body-status';
import { IMPORT_PATH, type ImportKind } from '@milepost/contract/import-kinds';
import { tokenHeaders } from './call.ts';
import { CallError } from './call-error.ts';
import { endSession } from './session-end.ts';
import { inBase } from './base-path.ts';

export interface Sending<Answer = StoredFile> {
  sent: Promise<Answer>;
  /** Cancels the upload; `sent` rejects with an AbortError. */
  stop: () => void;
}

const FILES_PATH = '/files';
type Given = { status: number };
const isAnswer = (value: unknown): value is Given =>
  typeof value === 'object' && value !== null && 'status' in value && typeof value.status === 'number';
const isFailure = (answer: Given): answer is Failure => 'message' in answer && 'code' in answer;
const isStored = (answer: Given): answer is Given & { file: StoredFile } => 'file' in answer;
const isStarted = (answer: Given): answer is Given & { id: number } => 'id' in answer;

/**
 * Sends a file to the server, which stores it without a record at first.
 * @param onProgress receives the share that is sent, 0 to 1
 */
export function sendFile(file: File, onProgress: (part: number) => void): Sending {
  return send(FILES_PATH, file, onProgress, (answer) => (isStored(answer) ? answer.file : null));
}

/** Sends a spreadsheet, which the server reads; returns the number of its import. */
export function sendImport(kind: ImportKind, file: File, onProgress: (part: number) => void): Sending<number> {
  return send(`${IMPORT_PATH}/${kind}`, file, onProgress, (answer) => (isStarted(answer) ? answer.id : null));
}

function send<Answer>(
  path: string,
  file: File,
  onProgress: (part: number) => void,
  take: (answer: Given) => Answer | null,
): Sending<Answer> {
  // `fetch` does not report the progress of an upload.
  const request = new XMLHttpRequest();
  const begin = () => {
    request.open('POST', inBase(path));
    request.responseType = 'json';
    for (const [name, value] of Object.entries(tokenHeaders('session'))) request.setRequestHeader(name, value);
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.setRequestHeader('X-File-Name', encodeURIComponent(file.name));
    request.send(file);
  };
  const sent = new Promise<Answer>((resolve, reject) => {
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total));
    request.addEventListener('load', () => {
      const answer: unknown = request.response;
      if (!isAnswer(answer)) return reject(unreachable());
      const taken = answer.status === 200 ? take(answer) : null;
      if (taken !== null) return resolve(taken);
      const signedIn = answer.status === 400 ? endSession() : null;
      // The file was not stored.
      if (signedIn !== null) return void signedIn.then(begin);
      return reject(isFailure(answer) ? new CallError(answer) : unreachable());
    });
    request.addEventListener('error', () => reject(unreachable()));
    request.addEventListener('abort', () => reject(new DOMException('Stopped', 'AbortError')));
    begin();
  });
  return { sent, stop: () => request.abort() };
}

const unreachable = () =>
  new CallError({
    status: 0,
    code: 'unreachable',
    message: 'The server cannot be reached. Check the connection, then try again.',
  });
