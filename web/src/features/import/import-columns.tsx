import { DAY_ORDERS, type DayOrder, importSpec } from '@milepost/contract/import-kinds';
import type { OpenImport, UnknownWord } from '@milepost/contract/import-operations';
import { Button, Group, Paper, SegmentedControl, Select, Stack, Switch, Table, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { refresh } from '../../api/refresh.ts';
import { useMay } from '../../api/setup.ts';
import { callKey, useCall } from '../../api/use-call.ts';
import { formatNumber } from '../../text/format.ts';
import { Alert } from '../../ui/alert/alert.tsx';
import { errorText } from '../../ui/error-text.ts';
import { Progress } from '../../ui/progress/progress.tsx';
import { ImportAmounts } from './import-amounts.tsx';
import { ImportDays } from './import-days.tsx';
import { ImportTableChoices } from './import-table-choices.tsx';
import { ImportTrial } from './import-trial.tsx';
import { ImportUnknownWords } from './import-unknown-words.tsx';
import { fieldName, fieldsOf, foundBy } from './import-words.ts';
import classes from './import.module.css';
import { listText } from '../../text/list-text.ts';

interface Props {
  found: OpenImport;
  onRun: () => void;
  running: boolean;
  failure: Error | null;
  onDropped: () => void;
}

type Columns = Pick<OpenImport['columns'][number], 'field' | 'days' | 'decimals' | 'sure' | 'words'>[];
const NONE = '';
const DECIMALS = ['.', ','] as const;
const SOON_MS = 700;

/** The field of each column, as detected and as corrected by hand; then the trial. */
export function ImportColumns({ found, onRun, running, failure, onDropped }: Props) {
  const { t } = useTranslation();
  const { id, kind } = found;
  const { menu, fields } = importSpec(kind);
  const mayUpdate = useMay(menu, 'edit');
  const [columns, setColumns] = useState<Columns>(
    found.columns.map(({ field, days, decimals, sure, words }) => ({ field, days, decimals, sure, words })),
  );
  const [mode, setMode] = useState(found.mode);
  const [create, setCreate] = useState(found.create || Object.keys(found.counts).length === 0);
  const [leaveOut, setLeaveOut] = useState(found.leaveOut);
  const [tried, setTried] = useState(Object.keys(found.counts).length > 0);
  const check = useMutation({
    mutationFn: (changedColumns: Columns) =>
      call('check-import', { id, columns: changedColumns, mode, create, leaveOut }),
    onSuccess(answer) {
      queryClient.setQueryData(callKey('get-import', { id }), answer);
      refresh('get-import-lines');
      setTried(true);
    },
  });
  // The progress of the trial; its call replies when it has ended.
  const going = useCall('get-import', { id }, { enabled: check.isPending, refetchInterval: SOON_MS });
  const choose = useMutation({
    mutationFn: (sheet: number) => call('choose-import-sheet', { id, sheet }),
    onSuccess: (answer) => queryClient.setQueryData(callKey('get-import', { id }), answer),
  });
  const drop = useMutation({ mutationFn: () => call('drop-import', { id }), onSuccess: onDropped });

  const filled = columns.flatMap(({ field }) => (field === null ? [] : [field]));
  const missing = Object.entries(fields).flatMap(([field, { required }]) =>
    required === true && !filled.includes(field) ? [fieldName(t, kind, field)] : [],
  );
  const changed = (index: number, change: Partial<Columns[number]>) =>
    columns.map((column, at) => {
      if (at === index) return { ...column, ...change };
      // Only one column can fill a field.
      return change.field != null && column.field === change.field ? { ...column, field: null } : column;
    });
  function put(index: number, change: Partial<Columns[number]>) {
    setTried(false);
    setColumns(changed(index, change));
  }
  function settle(index: number, change: Pick<Columns[number], 'decimals'> | { days: DayOrder }) {
    const changedColumns = changed(index, { ...change, sure: true });
    setColumns(changedColumns);
    // The previous trial used other date or amount formats.
    if (tried) check.mutate(changedColumns);
  }
  const wordsOf = (field: string) => columns.find((column) => column.field === field)?.words ?? {};
  function assignWord({ field, word }: UnknownWord, value: string) {
    const index = columns.findIndex((column) => column.field === field);
    const changedColumns = changed(index, { words: { ...columns[index]?.words, [word]: value } });
    setColumns(changedColumns);
    check.mutate(changedColumns);
  }
  const offered = fieldsOf(t, found);
  const nameOf = (heading: string, index: number) =>
    heading || t('import.no-heading', { number: formatNumber(index + 1) });
  const isDay = (field: string | null) => offered.some((one) => one.day && one.field === field);
  const isMoney = (field: string | null) => offered.some((one) => one.money && one.field === field);
  const twoNumbersIn = found.columns.flatMap(({ heading, twoNumbers }, index) => {
    const { field = null, sure = false } = columns[index] ?? {};
    return twoNumbers !== null && !sure && isMoney(field)
      ? [{ heading: nameOf(heading, index), twoNumbers, index }]
      : [];
  });
  const twoDaysIn = found.columns.flatMap(({ heading, twoDays }, index) => {
    const { field = null, sure = false } = columns[index] ?? {};
    return twoDays !== null && !sure && isDay(field) ? [{ heading: nameOf(heading, index), twoDays, index }] : [];
  });
  const { done, todo } = going.data?.import ?? found;
  const options = [
    { value: NONE, label: t('import.leave-out') },
    ...offered.map(({ field, name }) => ({ value: field, label: name })),
  ];
  return (
    <Stack gap="md">
      <Paper withBorder radius="lg" p="md">
        <Stack gap="sm">
          <Title order={2} size={16}>
            {t('import.columns', { file: found.fileName })}
          </Title>
          {found.sheets.length > 1 && (
            <Select
              label={t('import.sheet')}
              data={found.sheets.map(({ name, lines }, index) => ({
                value: String(index),
                label: t('import.sheet-lines', { name, number: formatNumber(lines) }),
              }))}
              value={String(found.sheet)}
              allowDeselect={false}
              disabled={choose.isPending || check.isPending}
              maw={360}
              onChange={(sheet) => sheet !== null && choose.mutate(Number(sheet))}
            />
          )}
          <ImportTableChoices found={found} disabled={choose.isPending || check.isPending} />
          {choose.error && <Alert type="danger">{errorText(t, choose.error)}</Alert>}
          <Text size="sm" c="dimmed">
            {t('import.columns-text', { number: formatNumber(found.lines) })}
          </Text>
          <div className={classes['scroller']} tabIndex={0} role="region" aria-label={t('import.columns-table')}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('import.heading')}</Table.Th>
                  <Table.Th>{t('import.fills')}</Table.Th>
                  <Table.Th>{t('import.samples')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {found.columns.map(({ heading, samples, twoNumbers }, index) => {
                  const column: Columns[number] = columns[index] ?? { field: null, days: 'dmy' };
                  const name = nameOf(heading, index);
                  return (
                    <Table.Tr key={index}>
                      <Table.Td>
                        <bdi>{name}</bdi>
                      </Table.Td>
                      <Table.Td>
                        <div className={classes['fills']}>
                          <Select
                            aria-label={t('import.fills-of', { heading: name })}
                            data={options}
                            value={column.field ?? NONE}
                            allowDeselect={false}
                            searchable
                            miw={170}
                            onChange={(field) => put(index, { field: field === NONE ? null : field })}
                          />
                          {isDay(column.field) && (
                            <Select
                              aria-label={t('import.days-of', { heading: name })}
                              data={DAY_ORDERS.map((order) => ({ value: order, label: t(`import.days.${order}`) }))}
                              value={column.days}
                              allowDeselect={false}
                              miw={150}
                              onChange={(days) => days !== null && put(index, { days, sure: true })}
                            />
                          )}
                          {isMoney(column.field) && twoNumbers !== null && (
                            <Select
                              aria-label={t('import.decimals-of', { heading: name })}
                              placeholder={t('import.decimals.choose')}
                              data={DECIMALS.map((value) => ({
                                value,
                                label: t(`import.decimals.${value === '.' ? 'point' : 'comma'}`),
                              }))}
                              value={column.decimals ?? null}
                              allowDeselect={false}
                              miw={150}
                              onChange={(decimals) => decimals !== null && put(index, { decimals, sure: true })}
                            />
                          )}
                        </div>
                      </Table.Td>
                      <Table.Td>
                        <div className={classes['samples']}>
                          <bdi>{samples.join(' · ')}</bdi>
                        </div>
                      </Table.Td>
                    </Table.Tr>
                  );
                })}
              </Table.Tbody>
            </Table>
          </div>
          {twoDaysIn.map(({ index, ...one }) => (
            <ImportDays key={index} {...one} onChoose={(days) => settle(index, { days })} />
          ))}
          {twoNumbersIn.map(({ index, ...one }) => (
            <ImportAmounts key={index} {...one} onChoose={(decimals) => settle(index, { decimals })} />
          ))}
          <SegmentedControl
            aria-label={t('import.mode-label')}
            data={[
              { value: 'new', label: t('import.mode.new') },
              { value: 'update', label: t('import.mode.update'), disabled: !mayUpdate },
            ]}
            value={mode}
            onChange={(next) => {
              setTried(false);
              setMode(next);
            }}
          />
          <Text size="sm" c="dimmed">
            {t(`import.mode-text.${mode}`, { key: foundBy(t, kind) })}
          </Text>
          {importSpec(kind).creates.length > 0 && (
            <Switch
              label={t(`import.create.${importSpec(kind).creates.join('-')}`)}
              checked={create}
              onChange={({ currentTarget }) => {
                setTried(false);
                setCreate(currentTarget.checked);
              }}
            />
          )}
          <Switch
            label={t('import.leave-out-cells')}
            description={t('import.leave-out-cells-text')}
            checked={leaveOut}
            onChange={({ currentTarget }) => {
              setTried(false);
              setLeaveOut(currentTarget.checked);
            }}
          />
          {missing.length > 0 && (
            <Alert dismissible={false}>{t('import.missing', { fields: listText(missing) })}</Alert>
          )}
          {check.isPending && (
            <>
              <Progress value={done} max={todo} />
              <Text size="sm" role="status">
                {t('import.going.check', { done: formatNumber(done), todo: formatNumber(todo) })}
              </Text>
            </>
          )}
          {check.error && <Alert type="danger">{errorText(t, check.error)}</Alert>}
          <Group>
            <Button
              variant={tried ? 'default' : 'filled'}
              disabled={missing.length > 0}
              loading={check.isPending}
              onClick={() => check.mutate(columns)}
            >
              {t('import.check')}
            </Button>
            <Button variant="subtle" color="red" loading={drop.isPending} onClick={() => drop.mutate()}>
              {t('import.drop')}
            </Button>
          </Group>
        </Stack>
      </Paper>
      {tried && !check.isPending && found.unknownWords.length > 0 && (
        <Paper withBorder radius="lg" p="md">
          <ImportUnknownWords
            found={found}
            meaningOf={({ field, word }) => wordsOf(field)[word]}
            onChoose={assignWord}
          />
        </Paper>
      )}
      {tried && !check.isPending && (
        <ImportTrial
          found={found}
          first={
            twoDaysIn.length > 0
              ? t('import.two-days.first')
              : twoNumbersIn.length > 0
                ? t('import.two-numbers.first')
                : found.encoding?.sure === false
                  ? t('import.encoding-unsure')
                  : null
          }
          onRun={onRun}
          running={running}
          failure={failure}
        />
      )}
    </Stack>
  );
}
