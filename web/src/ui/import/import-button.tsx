import { importSpec, type ImportKind } from '@milepost/contract/import-kinds';
import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

/** The link from a list to the import of its records. */
export function ImportButton({ kind }: { kind: ImportKind }) {
  const { t } = useTranslation();
  return (
    <Button
      variant="default"
      component={Link}
      to={`/${importSpec(kind).path}`}
      leftSection={<IconFileImport size={16} aria-hidden />}
    >
      {t('import.button')}
    </Button>
  );
}
