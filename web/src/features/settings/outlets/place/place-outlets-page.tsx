import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconArrowBackUp, IconPlayerSkipForward } from '@tabler/icons-react';
import { keepPreviousData, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Outlet } from '@milepost/contract/outlet-operations';
import { call } from '../../../../api/call.ts';
import { refreshOutlets } from '../../../../api/refresh-records.ts';
import { useMay } from '../../../../api/setup.ts';
import { useCall } from '../../../../api/use-call.ts';
import { formatNumber } from '../../../../text/format.ts';
import { Alert } from '../../../../ui/alert/alert.tsx';
import { EmptyNote } from '../../../../ui/empty-note.tsx';
import { ErrorNote } from '../../../../ui/error-note/error-note.tsx';
import { errorText } from '../../../../ui/error-text.ts';
import type { Coordinates } from '../../../../ui/map/geodesy.ts';
import layout from '../../../../ui/panel-beside-map.module.css';
import { OffshoreNote } from '../offshore-note.tsx';
import { labelKey } from '../outlet-values.ts';
import { UNPLACED } from '../unplaced.ts';
import classes from './place-outlets.module.css';
import { PlacingMap } from './placing-map.tsx';

/** A step to undo: an outlet that was placed, or null for one that was skipped. */
type Step = { id: number; name: string; place: Coordinates } | null;

/**
 * Outlets without coordinates, one after the other: a click on the map places the current one. Skipped outlets stay
 * without coordinates, so they come first in the list, and the next outlet to place follows them.
 */
export default function PlaceOutletsPage() {
  const { t } = useTranslation();
  const mayEdit = useMay('outlets', 'edit');
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const skipped = steps.filter((step) => step === null).length;
  const query = useCall(
    'get-outlet-list',
    { ...UNPLACED, page: skipped + 1, pageSize: 1 },
    { placeholderData: keepPreviousData },
  );
  const { data } = query;
  const outlet = data?.rows[0];
  const placing = useMutation({
    mutationFn: ({ id, place }: { id: number; place: Coordinates | null }) => setOutletPlace(id, place),
    onSettled: refreshOutlets,
  });
  const busy = placing.isPending || query.isFetching;
  function placeAt(place: Coordinates) {
    if (!outlet || busy || !mayEdit) return;
    const { id, name } = outlet;
    placing.mutate({ id, place }, { onSuccess: () => setSteps((all) => [...all, { id, name, place }]) });
  }
  const last = steps.at(-1);
  function undo() {
    const before = steps.slice(0, -1);
    if (last) placing.mutate({ id: last.id, place: null }, { onSuccess: () => setSteps(before) });
    else setSteps(before);
  }
  return (
    <div className={layout['page']} data-testid="place-outlets">
      <aside className={`${layout['panel']} ${classes['panel']}`}>
        <Title order={1} size={20}>
          {t('outlets.placing.title')}
        </Title>
        {query.error && !data && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
        {!data && !query.error && <Skeleton height={160} />}
        {data && outlet && (
          <Stack gap="sm" aria-live="polite">
            <Text size="sm" c="dimmed">
              {t('outlets.placing.left', { number: formatNumber(data.total - skipped) })}
            </Text>
            <Facts outlet={outlet} />
            <Text size="sm">{t(mayEdit ? 'outlets.placing.hint' : 'outlets.placing.not-allowed')}</Text>
          </Stack>
        )}
        {data && !outlet && !query.isFetching && (
          <EmptyNote
            title={t(skipped > 0 ? 'outlets.placing.rest' : 'outlets.placing.done')}
            text={skipped > 0 ? t('outlets.placing.skipped', { number: formatNumber(skipped) }) : ''}
          >
            {skipped > 0 && (
              <Button variant="default" onClick={() => setSteps([])}>
                {t('outlets.placing.again')}
              </Button>
            )}
          </EmptyNote>
        )}
        {placing.error && <Alert type="danger">{errorText(t, placing.error)}</Alert>}
        <Group gap="xs">
          {outlet && (
            <Button
              variant="default"
              leftSection={<IconPlayerSkipForward size={16} aria-hidden className={classes['ahead'] ?? ''} />}
              disabled={busy}
              onClick={() => setSteps((all) => [...all, null])}
            >
              {t('outlets.placing.skip')}
            </Button>
          )}
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            disabled={last === undefined || busy}
            onClick={undo}
          >
            {t('form.undo')}
          </Button>
        </Group>
        {last && (
          <>
            <Text size="sm" c="dimmed" role="status">
              {t('outlets.placing.placed', { name: last.name })}
            </Text>
            <OffshoreNote place={last.place} />
          </>
        )}
        <Text size="sm">
          <Link to="/settings/outlets">{t('outlets.not-found.back')}</Link>
        </Text>
      </aside>
      <div className={`${layout['stage']} ${classes['stage']}`}>
        <PlacingMap last={last?.place ?? null} onPlace={placeAt} />
      </div>
    </div>
  );
}

/** The details that help to locate the outlet. */
function Facts({ outlet }: { outlet: Outlet }) {
  const { t } = useTranslation();
  const { code, name, address, contactName, phone, note } = outlet;
  const facts = Object.entries({ address, contactName, phone, note }).filter(([, value]) => value !== null);
  return (
    <section className={classes['facts']}>
      <h2>{name}</h2>
      <Text size="sm" c="dimmed">
        <bdi>{code}</bdi>
      </Text>
      <dl>
        {facts.map(([field, value]) => (
          <div key={field}>
            <dt>{t(labelKey(field))}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Saves the coordinates of an outlet, or null for unknown; all its other fields stay unchanged. */
async function setOutletPlace(id: number, place: Coordinates | null) {
  const { outlet } = await call('get-outlet-by-id', { id });
  const { own: _own, territory: _territory, organisationId: _organisation, area, ...fields } = outlet;
  return call('save-outlet', { ...fields, place, area: place && area });
}
