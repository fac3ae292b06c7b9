import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  filters: ReactNode;
  /** Whether they narrow the list: the button tells so while they are folded. */
  filtered: boolean;
  /** Stands beside the button. */
  children: ReactNode;
}

/** Filters on a phone, where they would take the place of the rows: folded behind a button until they are asked for. */
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
