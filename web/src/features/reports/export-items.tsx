import { Menu } from '@mantine/core';
import { DOWNLOAD_FORMATS, type DownloadFormat } from '@milepost/contract/download-routes';
import {
  IconBraces,
  IconDownload,
  IconFileSpreadsheet,
  IconFileTypeCsv,
  IconFileTypeHtml,
  IconFileTypePdf,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { MenuFrame } from '../../ui/lazy-menu.tsx';

interface Props extends MenuFrame {
  onChoose: (format: DownloadFormat) => void;
}

const ICONS = {
  xlsx: IconFileSpreadsheet,
  csv: IconFileTypeCsv,
  pdf: IconFileTypePdf,
  html: IconFileTypeHtml,
  json: IconBraces,
};

/** The forms in which a report can be taken out, and the way to the files that were. */
export default function ExportItems({ button, opened, onChange, onChoose }: Props) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end" shadow="md" opened={opened} onChange={onChange}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('downloads.all-rows')}</Menu.Label>
        {DOWNLOAD_FORMATS.map((format) => {
          const Icon = ICONS[format];
          return (
            <Menu.Item key={format} leftSection={<Icon size={18} stroke={1.6} />} onClick={() => onChoose(format)}>
              {t(`downloads.as.${format}`)}
            </Menu.Item>
          );
        })}
        <Menu.Divider />
        <Menu.Item component={Link} to="/downloads" leftSection={<IconDownload size={18} stroke={1.6} />}>
          {t('downloads.title')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
