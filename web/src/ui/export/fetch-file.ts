import type { Download } from '@milepost/contract/download-routes';

export const downloadPath = ({ id }: Pick<Download, 'id'>): string => `/downloads/${id}`;

/** Has the browser fetch the file into its own downloads. */
export function fetchFile(download: Pick<Download, 'id'>): void {
  const link = document.createElement('a');
  link.href = downloadPath(download);
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}
