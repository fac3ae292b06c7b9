import type { Download } from '@milepost/contract/download-operations';
import { inBase } from '../../api/base-path.ts';

export const downloadPath = ({ id }: Pick<Download, 'id'>): string => inBase(`/downloads/${id}`);

/** Lets the browser download the file. */
export function fetchFile(download: Pick<Download, 'id'>): void {
  const link = document.createElement('a');
  link.href = downloadPath(download);
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}
