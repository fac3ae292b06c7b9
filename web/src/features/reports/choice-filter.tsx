import { Button } from '@mantine/core';
import type { ReportFilter } from '@milepost/contract/report-kinds';
import { IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../api/call.ts';
import { formatNumber } from '../../text/format.ts';
import { LazyMenu } from '../../ui/lazy-menu.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';

const ChoiceItems = lazyPart(() => import('./choice-items.tsx'));

export interface ChoiceProps {
  filter: ReportFilter;
  ids: readonly number[];
  /** The chosen ones that exist and that the caller may see. */
  chosen: CallOutput<'get-report-choices'>['rows'];
  onChoose: (ids: readonly number[]) => void;
}

/** The vehicles, groups, drivers or geofences to which a report is limited: all if none is chosen. */
export function ChoiceFilter(props: ChoiceProps) {
  const { t } = useTranslation();
  const { filter, ids, chosen } = props;
  const name =
    ids.length === 0
      ? t(`reports.filter.${filter}.all`)
      : ids.length === 1
        ? (chosen[0]?.name ?? t(`reports.filter.${filter}.gone`))
        : t(`reports.filter.${filter}.some`, { count: ids.length, number: formatNumber(ids.length) });
  return (
    <LazyMenu
      popup="dialog"
      button={
        <Button
          variant={ids.length === 0 ? 'default' : 'light'}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          maw={220}
        >
          {name}
        </Button>
      }
      renderMenu={(frame) => <ChoiceItems {...frame} {...props} />}
    />
  );
}
