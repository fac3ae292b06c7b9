import type { Download } from '@milepost/contract/download-routes';
import { inBase } from '../../api/base-path.ts';

export const downloadPath = ({ id }: Pick<Download, 'id'>): string => inBase(`/downloads/${id}`);

/** Has the browser fetch the file into its own downloads. */
export function fetchFile(download: Pick<Download, 'id'>): void {
  const link = document.createElement('a');
  link.href = downloadPath(download);
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}
