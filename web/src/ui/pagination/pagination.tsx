import { Pagination as MantinePagination } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { clampPage, pageCount, PAGINATION_DEFAULTS } from './pages.ts';

interface Props {
  /** The number of items. */
  total: number;
  pageSize?: number;
  /** The current page, counted from 1. */
  page: number;
  onPageChange: (page: number) => void;
  /** Adds buttons for the first and the last page. */
  boundaryLinks?: boolean;
  disabled?: boolean;
  className?: string | undefined;
}

/** The navigation through the pages of a list. */
export function Pagination(props: Props) {
  const {
    total,
    pageSize = PAGINATION_DEFAULTS.pageSize,
    page,
    onPageChange,
    boundaryLinks,
    disabled,
    className,
  } = props;
  const { t } = useTranslation();
  return (
    <nav aria-label={t('widget.pagination.label')} className={className}>
      <MantinePagination
        total={pageCount(total, pageSize)}
        value={clampPage(page, total, pageSize)}
        onChange={onPageChange}
        withEdges={boundaryLinks}
        disabled={disabled}
        size="sm"
        gap={4}
        getItemProps={(number) => ({ 'aria-label': t('widget.pagination.page', { number }) })}
        getControlProps={(control) => ({ 'aria-label': t(`widget.pagination.${control}`) })}
      />
    </nav>
  );
}
