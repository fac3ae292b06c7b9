import { RUN_DAY_STATES } from '@milepost/contract/run-day-kinds';
import { addDays } from '@milepost/contract/route-days';
import { ActionIcon, Button, Chip, Group, Select, Title } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../../api/call.ts';
import { formatNumber } from '../../../text/format.ts';
import { SearchBox } from '../../../ui/data-table/search-box.tsx';
import { DateField } from '../../../ui/date-picker/date-field.tsx';
import { labelledOptions } from '../../../ui/rest-option.ts';
import type { useDayState } from './use-day-state.ts';
import classes from './distribution.module.css';

interface Props {
  view: ReturnType<typeof useDayState>;
  data: CallOutput<'get-run-day'> | undefined;
  figures: CallOutput<'get-run-day-figures'> | undefined;
  today: string;
}

/** The title, the day, and the filter of its runs. */
export function DayHead({ view: { state, change }, data, figures, today }: Props) {
  const { t } = useTranslation();
  const day = state.day ?? data?.today ?? today;
  const territories = (figures?.territories ?? []).flatMap(({ territory }) => territory ?? []);
  return (
    <header className={classes['head']}>
      <Group gap="sm" justify="space-between">
        <Title order={1} size={20}>
          {t('distribution.title')}
        </Title>
        <Group gap={6}>
          {([-1, 1] as const).map((step) => (
            <ActionIcon
              key={step}
              variant="default"
              size="input-sm"
              style={{ order: step < 0 ? 0 : 2 }}
              aria-label={t(step < 0 ? 'distribution.day-before' : 'distribution.day-after')}
              onClick={() => change({ day: addDays(day, step) })}
            >
              {step < 0 ? (
                <IconChevronLeft size={18} className={classes['arrow']} />
              ) : (
                <IconChevronRight size={18} className={classes['arrow']} />
              )}
            </ActionIcon>
          ))}
          <DateField
            label={t('distribution.day')}
            labelHidden
            w={150}
            style={{ order: 1 }}
            value={day}
            onChange={(chosen) => change({ day: chosen })}
          />
          <Button
            variant="default"
            style={{ order: 3 }}
            disabled={state.day === null || state.day === today}
            onClick={() => change({ day: null })}
          >
            {t('distribution.today')}
          </Button>
        </Group>
      </Group>
      <Group gap="xs" className={classes['filters']}>
        <SearchBox label={t('distribution.search')} value={state.search} onChange={(search) => change({ search })} />
        <Select
          aria-label={t('distribution.territory')}
          placeholder={t('distribution.all-territories')}
          clearable
          allowDeselect={false}
          searchable
          w={190}
          data={[
            ...territories.map(({ id, name }) => ({ value: id, label: name })),
            // A chosen territory without a stop on this day stays in the list, so that it can be deselected.
            ...(state.territoryId !== null && !territories.some(({ id }) => id === state.territoryId)
              ? [{ value: state.territoryId, label: t('distribution.territory-chosen') }]
              : []),
          ]}
          value={state.territoryId}
          onChange={(territoryId) => change({ territoryId })}
        />
        <Select
          aria-label={t('distribution.depot')}
          placeholder={t('distribution.all-depots')}
          clearable
          allowDeselect={false}
          searchable
          w={170}
          data={labelledOptions(t, figures?.depots, figures?.depotsTotal)}
          value={state.depotId}
          onChange={(depotId) => change({ depotId })}
        />
        <Chip.Group
          multiple
          value={state.states}
          onChange={(chosen) => change({ states: RUN_DAY_STATES.filter((one) => chosen.includes(one)) })}
        >
          <Group gap={4} className={classes['states']}>
            {RUN_DAY_STATES.filter((one) => (data?.counts[one] ?? 0) > 0 || state.states.includes(one)).map((one) => (
              <Chip key={one} value={one} size="xs">
                {t(`runs.state.${one}`)} {formatNumber(data?.counts[one] ?? 0)}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      </Group>
    </header>
  );
}
