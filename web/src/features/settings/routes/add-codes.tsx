import { MAX_OUTLET_CODE_LENGTH } from '@milepost/contract/outlet-kinds';
import { MAX_STOPS } from '@milepost/contract/route-kinds';
import type { RouteOutlet } from '@milepost/contract/route-stop';
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../../ui/dialog/modal.tsx';
import { call } from '../../../api/call.ts';
import { formatNumber } from '../../../text/format.ts';
import { ErrorNote } from '../../../ui/error-note/error-note.tsx';
import { readCodes } from './read-codes.ts';

interface Props {
  routeId: number;
  /** The outlets that are stops already. */
  taken: ReadonlySet<number>;
  onAdd: (outlets: readonly RouteOutlet[]) => void;
}

/** Adds the outlets of a pasted list of codes, in its order; unknown codes stay in the field. */
export function AddCodes({ routeId, taken, onAdd }: Props) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const [text, setText] = useState('');
  const codes = readCodes(text);
  const room = MAX_STOPS - taken.size;
  const adding = useMutation({
    async mutationFn(wanted: readonly string[]) {
      const possible = wanted.filter(({ length }) => length <= MAX_OUTLET_CODE_LENGTH);
      const { rows } =
        possible.length === 0
          ? { rows: [] }
          : await call('get-route-outlets', { routeId, search: '', codes: possible });
      const byCode = new Map(rows.map((outlet) => [outlet.code.toUpperCase(), outlet]));
      const found = wanted.flatMap((code) => byCode.get(code.toUpperCase()) ?? []);
      const fresh = found.filter(({ id }) => !taken.has(id)).slice(0, room);
      return { fresh, unknown: wanted.filter((code) => !byCode.has(code.toUpperCase())) };
    },
    onSuccess({ fresh, unknown }) {
      onAdd(fresh);
      setText(unknown.join('\n'));
      if (unknown.length === 0) setOpened(false);
    },
  });
  const tooMany = codes.length > MAX_STOPS;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconListDetails size={16} aria-hidden />}
        disabled={room <= 0}
        onClick={() => {
          adding.reset();
          setOpened(true);
        }}
      >
        {t('routes.add-codes.open')}
      </Button>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={t('routes.add-codes.open')}
        closeButtonProps={{ 'aria-label': t('form.close') }}
      >
        <Stack gap="sm">
          <Textarea
            label={t('routes.add-codes.label')}
            description={t('routes.add-codes.hint')}
            error={tooMany && t('routes.most-stops', { number: MAX_STOPS })}
            autosize
            minRows={6}
            maxRows={14}
            data-autofocus
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          {adding.error && <ErrorNote error={adding.error} />}
          {adding.data && (
            <Text size="sm" role="status">
              {t('routes.add-codes.added', { number: formatNumber(adding.data.fresh.length) })}
              {adding.data.unknown.length > 0 &&
                ` ${t('routes.add-codes.unknown', { number: formatNumber(adding.data.unknown.length) })}`}
            </Text>
          )}
          <Group justify="flex-end">
            <Button
              loading={adding.isPending}
              disabled={codes.length === 0 || tooMany}
              onClick={() => adding.mutate(codes)}
            >
              {t('routes.add-codes.add')}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
