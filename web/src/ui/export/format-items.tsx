import { Menu, NativeSelect } from '@mantine/core';
import {
  IconBraces,
  IconDownload,
  IconFileSpreadsheet,
  IconFileTypeCsv,
  IconFileTypeHtml,
  IconFileTypePdf,
  IconPrinter,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isLanguage, type Language, LANGUAGES, traitsOf } from '@milepost/contract/languages';
import type { MenuFrame } from '../lazy-menu.tsx';

const ICONS = {
  csv: IconFileTypeCsv,
  xlsx: IconFileSpreadsheet,
  pdf: IconFileTypePdf,
  html: IconFileTypeHtml,
  json: IconBraces,
  print: IconPrinter,
};

export interface FormatItem {
  format: keyof typeof ICONS;
  label: string;
  onChoose: () => void;
}

interface Props extends MenuFrame {
  /** The content of the file. */
  label: string;
  items: readonly FormatItem[];
  /** The language of the file, if it can be chosen. */
  language?: { value: Language; onChange: (language: Language) => void };
  /** True if the files are stored in Downloads. */
  isStored?: boolean;
}

/** The export formats, with a link to previous exports. */
export default function FormatItems({ button, opened, onChange, label, items, language, isStored = false }: Props) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end" shadow="md" opened={opened} onChange={onChange}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{label}</Menu.Label>
        {items.map(({ format, label: name, onChoose }) => {
          const Icon = ICONS[format];
          return (
            <Menu.Item key={format} leftSection={<Icon size={18} stroke={1.6} />} onClick={onChoose}>
              {name}
            </Menu.Item>
          );
        })}
        {language && (
          <NativeSelect
            mx="xs"
            my={6}
            size="xs"
            aria-label={t('downloads.language')}
            value={language.value}
            data={LANGUAGES.map((value) => ({ value, label: traitsOf(value).name }))}
            onChange={({ currentTarget: { value } }) => isLanguage(value) && language.onChange(value)}
          />
        )}
        {isStored && (
          <>
            <Menu.Divider />
            <Menu.Item component={Link} to="/downloads" leftSection={<IconDownload size={18} stroke={1.6} />}>
              {t('downloads.title')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
