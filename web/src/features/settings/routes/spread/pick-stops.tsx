import { MAX_OUTLET_CODE_LENGTH } from '@milepost/contract/outlet-kinds';
import { MAX_STOPS } from '@milepost/contract/route-kinds';
import type { LoadUnit } from '@milepost/contract/spread-kinds';
import { ActionIcon, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconCalendarDue, IconListDetails, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, type CallInput, type CallOutput } from '../../../../api/call.ts';
import { formatNumber } from '../../../../text/format.ts';
import { Modal } from '../../../../ui/dialog/modal.tsx';
import { ErrorNote } from '../../../../ui/error-note/error-note.tsx';
import { enteredNumber } from '../../../../ui/form/entered-number.ts';
import { NumberInput } from '../../../../ui/form/number-input.tsx';
import { LOAD_DECIMALS, type OrderLine, readOrders, writeOrders } from './read-orders.ts';
import type { Order } from './spread-choice.ts';
import classes from './spread.module.css';

interface Props {
  day: string;
  depotId: number;
  unit: LoadUnit;
  orders: readonly Order[];
  ticked: readonly number[];
  onTickedAdded: () => void;
  onChange: (orders: readonly Order[]) => void;
}

type StopsRequest = Pick<CallInput<'get-spread-stops'>, 'outletIds' | 'codes'> & { lines?: readonly OrderLine[] };
type Row = CallOutput<'get-spread-stops'>['rows'][number];

/** The outlets to serve: the due ones, those of a pasted list, or those ticked in their list; each with its load. */
export function PickStops({ day, depotId, unit, orders, ticked, onTickedAdded, onChange }: Props) {
  const { t } = useTranslation();
  const [isPasting, setPasting] = useState(false);
  const [text, setText] = useState('');
  const adding = useMutation({
    mutationFn: async ({ lines, ...request }: StopsRequest) => ({
      lines,
      ...(await call('get-spread-stops', { day, depotId, ...request })),
    }),
    onSuccess({ lines, rows }) {
      const known = new Set(orders.map(({ outlet }) => outlet.id));
      const loads = new Map(lines?.map(({ code, load }) => [code.toUpperCase(), load]));
      const byCode = new Map(rows.map((row) => [row.code.toUpperCase(), row]));
      // In the order of the list, if there is one.
      const wanted = lines ? lines.flatMap(({ code }) => byCode.get(code.toUpperCase()) ?? []) : rows;
      const fresh = wanted.filter((row) => isFree(row) && !known.has(row.id));
      onChange([
        ...orders,
        ...fresh
          .slice(0, Math.max(0, MAX_STOPS - orders.length))
          .map((outlet) => ({ outlet, load: loads.get(outlet.code.toUpperCase()) ?? null })),
      ]);
      if (!lines) return;
      const unknown = lines.filter(({ code }) => !byCode.has(code.toUpperCase()));
      setText(writeOrders(unknown));
      if (unknown.length === 0) setPasting(false);
    },
  });
  const hasBegun = useRef(false);
  const begin = useEffectEvent(() => {
    if (ticked.length === 0 || hasBegun.current) return;
    hasBegun.current = true;
    adding.mutate({ outletIds: [...ticked] }, { onSuccess: onTickedAdded });
  });
  useEffect(() => begin(), []);
  const pasted = readOrders(text);
  const tooMany = pasted.orders.length > MAX_STOPS;
  const onRuns = adding.data?.rows.filter(({ onRoute }) => onRoute !== null) ?? [];
  const closed = adding.data?.rows.filter(({ state }) => state !== 'active') ?? [];
  const setLoad = (outletId: number, load: number | null) =>
    onChange(orders.map((order) => (order.outlet.id === outletId ? { ...order, load } : order)));
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconCalendarDue size={16} aria-hidden />}
          loading={adding.isPending && adding.variables.codes === undefined}
          onClick={() => adding.mutate({})}
        >
          {t('spread.add-due')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconListDetails size={16} aria-hidden />}
          onClick={() => {
            adding.reset();
            setPasting(true);
          }}
        >
          {t('spread.codes.open')}
        </Button>
        {orders.length > 0 && (
          <Button variant="subtle" onClick={() => onChange([])}>
            {t('spread.remove-all')}
          </Button>
        )}
      </Group>
      {adding.error && !isPasting && <ErrorNote error={adding.error} />}
      {adding.data && !isPasting && (
        <Text size="sm" role="status">
          {adding.data.rows.length === 0 && t('spread.none-found')}
          {onRuns.length > 0 && t('spread.on-runs', { number: formatNumber(onRuns.length) })}
          {closed.length > 0 && ` ${t('spread.closed', { number: formatNumber(closed.length) })}`}
          {adding.data.total > MAX_STOPS &&
            ` ${t('spread.first-of', { shown: formatNumber(MAX_STOPS), total: formatNumber(adding.data.total) })}`}
        </Text>
      )}
      {orders.length === 0 && !adding.data && (
        <Text size="sm" c="dimmed">
          {t('spread.no-stops')}
        </Text>
      )}
      {orders.length > 0 && (
        <ul className={classes['orders']} aria-label={t('spread.orders')}>
          {orders.map(({ outlet, load }) => (
            <li key={outlet.id}>
              <span className={classes['what']}>
                <b>{outlet.name}</b>
                <span>{outlet.place ? outlet.code : `${outlet.code} · ${t('spread.left.unplaced')}`}</span>
              </span>
              <div className={classes['load']}>
                <NumberInput
                  size="xs"
                  placeholder={t(`load.${unit}`)}
                  aria-label={t('spread.load-of', { name: outlet.name })}
                  decimals={unit === 'crates' ? 0 : LOAD_DECIMALS}
                  value={load ?? ''}
                  onChange={(entered) => setLoad(outlet.id, enteredNumber(entered))}
                />
              </div>
              <ActionIcon
                variant="subtle"
                aria-label={t('spread.remove', { name: outlet.name })}
                onClick={() => onChange(orders.filter((order) => order.outlet.id !== outlet.id))}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <Modal
        opened={isPasting}
        onClose={() => setPasting(false)}
        title={t('spread.codes.open')}
        closeButtonProps={{ 'aria-label': t('form.close') }}
      >
        <Stack gap="sm">
          <Textarea
            label={t('spread.codes.label')}
            description={t('spread.codes.hint', { unit: t(`load.${unit}`) })}
            error={
              tooMany
                ? t('spread.most-stops', { number: formatNumber(MAX_STOPS) })
                : pasted.wrong.length > 0 && t('spread.codes.wrong', { line: pasted.wrong[0] })
            }
            autosize
            minRows={6}
            maxRows={14}
            data-autofocus
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          {adding.error && <ErrorNote error={adding.error} />}
          {adding.data?.lines && (
            <Text size="sm" role="status">
              {t('spread.codes.unknown', {
                number: formatNumber(adding.data.lines.length - adding.data.rows.length),
              })}
            </Text>
          )}
          <Group justify="flex-end">
            <Button
              loading={adding.isPending}
              disabled={pasted.orders.length === 0 || pasted.wrong.length > 0 || tooMany}
              onClick={() => {
                const lines = pasted.orders;
                const codes = lines.map(({ code }) => code).filter(({ length }) => length <= MAX_OUTLET_CODE_LENGTH);
                if (codes.length > 0) adding.mutate({ codes, lines });
              }}
            >
              {t('spread.codes.add')}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </Stack>
  );
}

/** An outlet that is already a stop of another run that day is not served twice. */
const isFree = ({ onRoute, state }: Row) => onRoute === null && state === 'active';
