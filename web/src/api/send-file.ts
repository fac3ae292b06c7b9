import type { StoredFile } from '@milepost/contract/file-routes';
import type { Failure } from '@milepost/contract/body-status';
import { tokenHeaders } from './call.ts';
import { CallError } from './call-error.ts';
import { endSession } from './session-end.ts';

export interface Sending {
  sent: Promise<StoredFile>;
  /** Breaks it off; `sent` rejects with an AbortError. */
  stop: () => void;
}

const FILES_PATH = '/files';
const isAnswer = (value: unknown): value is ({ status: 200; file: StoredFile } | Failure) & { status: number } =>
  typeof value === 'object' && value !== null && 'status' in value && typeof value.status === 'number';

/**
 * Sends a file to the server, which keeps it at no record yet.
 * @param onProgress is told the part that is sent, 0 to 1
 */
export function sendFile(file: File, onProgress: (part: number) => void): Sending {
  // `fetch` does not say how much is sent.
  const request = new XMLHttpRequest();
  const sent = new Promise<StoredFile>((resolve, reject) => {
    request.open('POST', FILES_PATH);
    request.responseType = 'json';
    for (const [name, value] of Object.entries(tokenHeaders('session'))) request.setRequestHeader(name, value);
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.setRequestHeader('X-File-Name', encodeURIComponent(file.name));
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total));
    request.addEventListener('load', () => {
      const answer: unknown = request.response;
      if (!isAnswer(answer)) return reject(unreachable());
      if (answer.status === 200 && 'file' in answer) return resolve(answer.file);
      if (answer.status === 400) endSession();
      return reject('message' in answer ? new CallError(answer) : unreachable());
    });
    request.addEventListener('error', () => reject(unreachable()));
    request.addEventListener('abort', () => reject(new DOMException('Stopped', 'AbortError')));
    request.send(file);
  });
  return { sent, stop: () => request.abort() };
}

const unreachable = () =>
  new CallError({
    status: 0,
    code: 'unreachable',
    message: 'The server cannot be reached. Nothing was lost; try again.',
  });
