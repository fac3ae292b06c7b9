import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  filters: ReactNode;
  /** True if a filter is active, which the button shows while they are collapsed. */
  filtered: boolean;
  /** Shown beside the button. */
  children: ReactNode;
}

/** Filters on a phone, where they would push the rows down: collapsed behind a button. */
export function FoldedFilters({ filters, filtered, children }: Props) {
  const { t } = useTranslation();
  const [open, { toggle }] = useDisclosure();
  const id = useId();
  return (
    <>
      <Button
        variant={filtered ? 'light' : 'default'}
        leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
        aria-expanded={open}
        aria-controls={id}
        onClick={toggle}
      >
        {t(filtered ? 'table.filters-on' : 'table.filters')}
      </Button>
      {children}
      <div id={id} hidden={!open} style={open ? { display: 'contents' } : undefined}>
        {filters}
      </div>
    </>
  );
}
