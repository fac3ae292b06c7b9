import { Menu } from '@mantine/core';
import { IconFileSpreadsheet, IconFileTypeCsv, IconFileTypePdf, IconPrinter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EXPORT_KINDS, type ExportKind } from '../export/write-export.ts';
import type { MenuFrame } from '../lazy-menu.tsx';

interface Props extends MenuFrame {
  onChoose: (kind: ExportKind) => void;
}

const ICONS = { csv: IconFileTypeCsv, xlsx: IconFileSpreadsheet, pdf: IconFileTypePdf, print: IconPrinter };

/** The forms in which a table can be taken out. */
export default function ExportItems({ button, opened, onChange, onChoose }: Props) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end" shadow="md" opened={opened} onChange={onChange}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('table.export-all')}</Menu.Label>
        {EXPORT_KINDS.map((kind) => {
          const Icon = ICONS[kind];
          return (
            <Menu.Item key={kind} leftSection={<Icon size={18} stroke={1.6} />} onClick={() => onChoose(kind)}>
              {t(`table.export-${kind}`)}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
