import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { itemsOfPage, PAGINATION_DEFAULTS } from '../../../../ui/pagination/pages.ts';
import { Pagination } from '../../../../ui/pagination/pagination.tsx';
import { expression, jsxCode } from '../../frame/jsx-code.ts';
import { number, onOff } from '../../frame/knobs.ts';
import { Specimen } from '../../frame/specimen.tsx';

const TOTAL = 137;
const KNOBS = {
  total: number(TOTAL, 0, 5000),
  pageSize: number(PAGINATION_DEFAULTS.pageSize, 1, 500),
  boundaryLinks: onOff(false),
  disabled: onOff(false),
};

export function PaginationSpecimen() {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  return (
    <Specimen
      id="pagination"
      title={t('widget.pagination.title')}
      text={t('widget.pagination.text')}
      knobs={KNOBS}
      code={(changed) =>
        jsxCode('Pagination', {
          total: TOTAL,
          page: expression('page'),
          onPageChange: expression('setPage'),
          ...changed,
        })
      }
    >
      {(knobs) => {
        const total = Math.max(0, Math.trunc(knobs.total));
        const pageSize = Math.max(1, Math.trunc(knobs.pageSize));
        return (
          <>
            <Pagination {...knobs} total={total} pageSize={pageSize} page={page} onPageChange={setPage} />
            <Text c="dimmed">{t('widget.pagination.range', { ...itemsOfPage(page, total, pageSize), total })}</Text>
          </>
        );
      }}
    </Specimen>
  );
}
