import { MAX_STOPS } from '@milepost/contract/route-kinds';
import { Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import { keepPreviousData, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { call, type CallInput } from '../../../api/call.ts';
import { refresh } from '../../../api/refresh.ts';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { formatNumber } from '../../../text/format.ts';
import { ErrorNote } from '../../../ui/error-note/error-note.tsx';
import { Modal } from '../../../ui/dialog/modal.tsx';
import { SearchedSelect } from '../../../ui/form/searched-select.tsx';
import { stopsToAdd } from '../../../ui/stops-to-add.ts';

interface Props {
  /** The chosen outlets, or null for all of the filter. */
  ids: readonly number[] | null;
  filter: CallInput<'get-outlet-list'>;
  count: number;
}

const KINDS = ['existing', 'new', 'spread'] as const;
/** The number of listed routes; a search finds the others. */
const SHOWN_ROUTES = 50;

/** Takes the chosen outlets to an existing or a new route, where they become stops to be put in order and saved. */
export function OutletsToRoute({ ids, filter, count }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [mayCreate, mayEdit] = [useMay('routes', 'create'), useMay('routes', 'edit')];
  const [opened, setOpened] = useState(false);
  const [wanted, setWanted] = useState<(typeof KINDS)[number]>('existing');
  const [route, setRoute] = useState<{ id: number; name: string } | null>(null);
  const [search, setSearch] = useState('');
  const [name, setName] = useState('');
  const kinds = KINDS.filter((one) => (one === 'existing' ? mayEdit : mayCreate));
  const kind = kinds.find((one) => one === wanted) ?? kinds[0] ?? 'existing';
  const routes = useCall(
    'get-route-list',
    { search, pageSize: SHOWN_ROUTES },
    { enabled: opened && mayEdit, placeholderData: keepPreviousData },
  );
  const going = useMutation({
    async mutationFn() {
      const all =
        ids ?? (await call('get-outlet-list', { ...filter, page: 1, pageSize: MAX_STOPS })).rows.map(({ id }) => id);
      const [first] = all;
      if (kind === 'spread') return { path: '/settings/spread', all };
      if (kind === 'existing' || first === undefined) return { path: `/settings/routes/${route?.id ?? 0}`, all };
      // A route contains outlets of its own organisation.
      const { organisationId } = (await call('get-outlet-by-id', { id: first })).outlet;
      const made = await call('save-route', { name: name.trim(), organisationId });
      refresh('get-route-list');
      return { path: `/settings/routes/${made.route.id}`, all };
    },
    onSuccess: ({ path, all }) => void navigate(path, { state: stopsToAdd(all) }),
  });
  if (!mayCreate && !mayEdit) return null;
  // A route without a plan requires the permission to create one.
  const found = routes.data?.rows.filter(({ plan }) => plan !== null || mayCreate) ?? [];
  const offered = route === null || found.some(({ id }) => id === route.id) ? found : [route, ...found];
  const isCut = routes.data !== undefined && routes.data.rows.length < routes.data.total;
  const tooMany = count > MAX_STOPS;
  const ready = kind === 'new' ? name.trim() !== '' : kind === 'spread' || route !== null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconRoute size={16} aria-hidden />}
        onClick={() => {
          going.reset();
          setOpened(true);
        }}
      >
        {t('outlets.to-route.open')}
      </Button>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={t('outlets.to-route.open')}
        closeButtonProps={{ 'aria-label': t('form.close') }}
      >
        <form
          onSubmit={(event) => {
            event.preventDefault();
            going.mutate();
          }}
        >
          <Stack gap="sm">
            <Text size="sm">
              {t(kind === 'spread' ? 'outlets.to-route.spread-text' : 'outlets.to-route.text', {
                number: formatNumber(count),
              })}
            </Text>
            {tooMany && (
              <Text size="sm" c="red" role="alert">
                {t('routes.most-stops', { number: formatNumber(MAX_STOPS) })}
              </Text>
            )}
            {kinds.length > 1 && (
              <SegmentedControl
                aria-label={t('outlets.to-route.open')}
                value={kind}
                onChange={setWanted}
                data={kinds.map((value) => ({ value, label: t(`outlets.to-route.${value}`) }))}
              />
            )}
            {routes.error && <ErrorNote error={routes.error} onRetry={() => void routes.refetch()} />}
            {kind === 'existing' && (
              <SearchedSelect
                label={t('outlets.to-route.route')}
                placeholder={t('form.choose')}
                options={offered}
                total={isCut ? routes.data?.total : undefined}
                onSearch={setSearch}
                value={route?.id ?? null}
                onChange={(id) => setRoute(offered.find((one) => one.id === id) ?? null)}
              />
            )}
            {kind === 'new' && (
              <TextInput
                label={t('routes.field.name')}
                maxLength={80}
                value={name}
                onChange={({ currentTarget }) => setName(currentTarget.value)}
                data-autofocus
              />
            )}
            {going.error && <ErrorNote error={going.error} />}
            <Group justify="flex-end">
              <Button type="submit" loading={going.isPending} disabled={tooMany || !ready}>
                {t(kind === 'spread' ? 'outlets.to-route.go-spread' : 'outlets.to-route.go')}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  );
}
