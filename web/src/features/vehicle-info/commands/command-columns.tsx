import type { Command } from '@milepost/contract/command-operations';
import { Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { formatDayAndClock } from '../../../text/format.ts';
import { CancelButton } from '../../../ui/commands/cancel-button.tsx';
import { CommandOutcome, CommandState } from '../../../ui/commands/command-state.tsx';
import { commandTitle, sentBy, shownState, stateReason } from '../../../ui/commands/command-text.ts';
import type { Column } from '../../../ui/data-table/column.ts';
import type { CsvColumn } from '../../../ui/data-table/csv.ts';
import type { TableDefaults } from '../../../ui/data-table/table-state.ts';

const SORTS = ['madeAt', 'registration'] as const;
type Sort = (typeof SORTS)[number];
export const DEFAULTS: TableDefaults<Sort> = { sorts: SORTS, sort: 'madeAt', direction: 'desc' };

/** @param reasonFrom the width from which the reason is shown: for engine stops it is the most important column */
export function commandColumns(t: TFunction, now: number, reasonFrom: number): Column<Command, Sort>[] {
  const label = (key: string) => t(`commands.column.${key}`);
  return [
    {
      key: 'registration',
      label: label('vehicle'),
      sort: 'registration',
      render: ({ registration }) => (
        <Text span fw={600}>
          {registration}
        </Text>
      ),
    },
    {
      key: 'command',
      label: label('command'),
      text: true,
      render: (command) => <bdi dir="auto">{commandTitle(t, command)}</bdi>,
    },
    { key: 'state', label: label('state'), render: (command) => <CommandState command={command} now={now} /> },
    {
      key: 'outcome',
      label: label('outcome'),
      text: true,
      wide: true,
      render: (command) => <CommandOutcome command={command} now={now} />,
    },
    { key: 'by', label: label('by'), from: 900, render: (command) => sentBy(t, command) ?? '–' },
    { key: 'reason', label: label('reason'), text: true, from: reasonFrom, render: ({ reason }) => reason ?? '–' },
    {
      key: 'madeAt',
      label: label('made'),
      sort: 'madeAt',
      first: 'desc',
      render: ({ madeAt }) => formatDayAndClock(madeAt),
    },
    { key: 'cancel', label: label('cancel'), bare: true, render: (command) => <CancelButton command={command} /> },
  ];
}

/** The cells of a command as text, for files. */
export function commandCells(t: TFunction, now: number): CsvColumn<Command>[] {
  const label = (key: string) => t(`commands.column.${key}`);
  return [
    { label: label('vehicle'), value: ({ registration }) => registration },
    { label: label('command'), value: (command) => commandTitle(t, command) },
    { label: label('state'), value: (command) => t(`commands.state.${shownState(command, now)}`) },
    { label: label('outcome'), value: (command) => command.answer ?? stateReason(t, command, now) ?? '' },
    { label: label('by'), value: (command) => sentBy(t, command) ?? '' },
    { label: label('reason'), value: ({ reason }) => reason ?? '' },
    { label: label('made'), value: ({ madeAt }) => formatDayAndClock(madeAt) },
  ];
}
