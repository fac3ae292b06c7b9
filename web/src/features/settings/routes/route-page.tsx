import type { RouteOutlet } from '@milepost/contract/route-stop';
import type { RoutePlan } from '@milepost/contract/route-plan-operations';
import { Badge, Button, Group, Select, Title } from '@mantine/core';
import { IconCopyPlus, IconEdit } from '@tabler/icons-react';
import { Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import type { CallOutput } from '../../../api/call.ts';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { formatDate } from '../../../text/format.ts';
import { FOR_A_FORM } from '../../../ui/form/for-a-form.ts';
import { useOpenRecord } from '../../../ui/form/use-open-record.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { recordId } from '../../../ui/record-page/record-id.ts';
import { RecordPage } from '../../../ui/record-page/record-page.tsx';
import { SAME_PAGE } from '../../../ui/same-page.ts';
import { readStopsToAdd } from '../../../ui/stops-to-add.ts';
import type { DrawnRoute } from './route-layer.ts';
import { RouteMap } from './route-map.tsx';
import layout from '../../../ui/panel-beside-map.module.css';
import classes from './routes.module.css';

// Lazy-loaded together with its validation schemas.
const PlanForm = lazyPart(() => import('./plan-form.tsx'));
const RouteDrawer = lazyPart(async () => ({ default: (await import('./route-drawer.tsx')).RouteDrawer }));

/** One route: its plans, with the stops in a list and on the map beside it. */
export default function RoutePage() {
  const id = recordId(useParams()['routeId']);
  const query = useCall('get-route-by-id', { id }, { ...FOR_A_FORM, enabled: id > 0 });
  return (
    <RecordPage id={id} query={query} texts="routes" list="/settings/routes" nameOf={({ route }) => route.name}>
      {(data) => <Editor key={data.route.id} data={data} />}
    </RecordPage>
  );
}

/** The plan that is valid on a day, otherwise the next one, otherwise the last. */
const planOn = (plans: readonly RoutePlan[], day: string) =>
  plans.find(({ validFrom, validTo }) => validFrom <= day && (validTo === null || validTo >= day)) ??
  plans.findLast(({ validFrom }) => validFrom > day) ??
  plans[0];

function Editor({ data: { route, plans, driving, today } }: { data: CallOutput<'get-route-by-id'> }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const { opened, open, close } = useOpenRecord();
  const location = useLocation();
  const [chosenIds, setChosenIds] = useState(() => readStopsToAdd(location.state));
  const [mayCreate, mayEdit] = [useMay('routes', 'create'), useMay('routes', 'edit')];
  const wanted = params.get('plan');
  const chosen = plans.find(({ id }) => String(id) === wanted) ?? planOn(plans, today);
  const plan = wanted === 'new' || (plans.length === 0 && mayCreate) ? undefined : chosen;
  const picking = useRef<((outlets: readonly RouteOutlet[]) => void) | null>(null);
  // Until the form is loaded the stored plan is drawn, so that the map first fits the route.
  const [drawn, setDrawn] = useState<{ route: DrawnRoute; taken: ReadonlySet<number> }>(() => ({
    route: {
      colour: route.colour,
      begin: null,
      end: null,
      stops: plan?.stops.flatMap(({ outlet: { place } }) => (place ? [{ place, outside: false }] : [])) ?? [],
    },
    taken: new Set(plan?.stops.map(({ outlet }) => outlet.id)),
  }));
  const { data: outlets } = useCall('get-route-outlets', { routeId: route.id });
  const [others, byId] = [
    (outlets?.rows ?? []).filter(({ id }) => !drawn.taken.has(id)),
    new Map(outlets?.rows.map((outlet) => [outlet.id, outlet])),
  ];
  function show(next: string | null) {
    setParams((current) => {
      const changed = new URLSearchParams(current);
      if (next === null) changed.delete('plan');
      else changed.set('plan', next);
      return changed;
    }, SAME_PAGE);
  }
  const spanText = ({ validFrom, validTo }: RoutePlan) =>
    validTo === null
      ? t('routes.plan-from', { from: formatDate(validFrom) })
      : `${formatDate(validFrom)} – ${formatDate(validTo)}`;
  return (
    <div className={layout['page']} data-testid="route-editor">
      <aside className={`${layout['panel']} ${classes['panel']}`}>
        <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
          <Group gap={8} wrap="nowrap">
            <i className={classes['colour']} style={{ background: route.colour }} aria-hidden />
            <Title order={1} size={20}>
              {route.name}
            </Title>
            {route.archived && (
              <Badge variant="default" tt="none" fw={500}>
                {t('routes.field.archived')}
              </Badge>
            )}
          </Group>
          {mayEdit && (
            <Button
              variant="default"
              size="compact-md"
              leftSection={<IconEdit size={16} aria-hidden />}
              onClick={() => open(route.id)}
            >
              {t('routes.edit')}
            </Button>
          )}
        </Group>
        <Group gap="xs" align="flex-end" wrap="nowrap">
          {plans.length > 0 && (
            <Select
              flex={1}
              label={t('routes.plan')}
              allowDeselect={false}
              data={[
                ...(plan ? [] : [{ value: 0, label: t('routes.plan-new') }]),
                ...plans.map((one) => ({ value: one.id, label: spanText(one) })),
              ]}
              value={plan?.id ?? 0}
              onChange={(value) => show(value === null ? null : String(value))}
            />
          )}
          {mayCreate && plan && (
            <Button variant="default" leftSection={<IconCopyPlus size={16} aria-hidden />} onClick={() => show('new')}>
              {t('routes.plan-add')}
            </Button>
          )}
        </Group>
        <Link className={classes['way']} to={`/settings/runs?route=${route.id}`}>
          {t('routes.to-runs')}
        </Link>
        {(plan || mayCreate) && (
          <Suspense>
            <PlanForm
              key={plan ? `${plan.id}-${plan.version}` : 'new'}
              routeId={route.id}
              colour={route.colour}
              plan={plan}
              like={chosen}
              today={today}
              driving={driving}
              chosenIds={chosenIds}
              onPicking={(pick) => {
                picking.current = pick;
              }}
              onDraw={(next, taken) => setDrawn({ route: next, taken })}
              onClose={(saved) => {
                // The person can still refuse to leave the form, which until then reports its own values.
                if (saved === undefined) {
                  void navigate('/settings/routes');
                  return;
                }
                // The chosen outlets are stops now.
                setChosenIds([]);
                show(String(saved));
              }}
            />
          </Suspense>
        )}
      </aside>
      <div className={layout['stage']}>
        <RouteMap
          route={drawn.route}
          others={others}
          canPick={plan ? mayEdit : mayCreate}
          onPick={(outletIds) => {
            const picked = outletIds.flatMap((outletId) => byId.get(outletId) ?? []);
            if (picked.length > 0) picking.current?.(picked);
          }}
        />
      </div>
      <Suspense>
        <RouteDrawer
          opened={opened === route.id ? route.id : null}
          onClose={() => close()}
          onRemoved={() => void navigate('/settings/routes')}
        />
      </Suspense>
    </div>
  );
}
