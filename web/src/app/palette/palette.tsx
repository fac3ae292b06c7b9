import '@mantine/spotlight/styles.css';
import type { MenuItem } from '@milepost/contract/menu-item';
import { MENUS } from '@milepost/contract/menus';
import { RECORD_KINDS, recordPath } from '@milepost/contract/record-kinds';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { IconBolt, IconMapPin, IconMapPinSearch, IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { liveStore } from '../../live/live-client.ts';
import { useFleetRevision } from '../../live/use-live.ts';
import { errorText } from '../../ui/error-text.ts';
import { StatusIcon } from '../../ui/status-icon.tsx';
import { missesNumber } from '../../ui/place-search/missing-number.ts';
import { movedText } from '../../ui/move/moved-text.ts';
import { MenuIcon } from '../../ui/menu/menu-icon.tsx';
import { menuTitle, NEW_TAB_TITLE } from '../../ui/menu/menu.ts';
import { useMenuClick } from '../shell/use-menu-click.ts';
import { useActions, useScreens, useSendActions } from './actions.ts';
import { menuCommands, search } from './commands.ts';
import { fleetCommands, statusOf } from './fleet-commands.ts';
import { useFoundAddresses } from './use-found-addresses.ts';
import { useFoundRecords } from './use-found-records.ts';
import classes from './palette.module.css';
import { typeAhead } from './type-ahead.ts';

interface Props {
  items: readonly MenuItem[];
  opened: boolean;
  onClose: () => void;
}

const [store, spotlight] = createSpotlight();
/** The maximum number of results of each kind. */
const MAX_ENTRIES = { menu: 6, vehicle: 6, action: 6, send: 3 };

/**
 * Makes Enter without a preceding arrow key choose the first result. The library can also highlight the first result,
 * but loses the highlight when the results are rendered later.
 */
function takeFirst(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.currentTarget.value.trim() === '') return;
  const results = event.currentTarget.closest('[role="dialog"]');
  if (results?.querySelector('[data-action][data-selected]')) return;
  results?.querySelector<HTMLElement>('[data-action]')?.click();
}

/** Ctrl-K: finds menu entries, vehicles, records and actions by a few letters. */
export function Palette({ items, opened, onClose }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const onMenuClick = useMenuClick();
  const [query, setQuery] = useState('');
  const actions = useActions(items);
  const sendActions = useSendActions(query.trim() !== '');
  useFleetRevision();
  useEffect(() => {
    if (opened) spotlight.open();
  }, [opened]);

  function go(item: MenuItem) {
    onMenuClick(item);
    if (item.title === NEW_TAB_TITLE) open(`/${item.path}`, '_blank', 'noopener');
    else void navigate(`/${item.path}`);
  }
  const screens = useScreens();
  const ofMenu = menuCommands(items, (item) => menuTitle(t, item)).map(({ item, ...command }) => ({
    ...command,
    icon: item.icon,
    go: () => go(item),
  }));
  const menus = search([...ofMenu, ...screens], query, MAX_ENTRIES.menu);
  const vehicles =
    query.trim() === '' ? [] : search(fleetCommands(liveStore.vehicles.values()), query, MAX_ENTRIES.vehicle);
  const found = [...search(actions, query, MAX_ENTRIES.action), ...search(sendActions, query, MAX_ENTRIES.send)];
  const shown = new Set(vehicles.map(({ vehicleId }) => vehicleId));
  const { rows, searching, error } = useFoundRecords(query);
  const records = rows.filter(({ kind, id }) => kind !== 'vehicle' || !shown.has(id));
  const addresses = useFoundAddresses(query);
  // Addresses are only searched once the records have loaded, because Enter opens the first result.
  const searchable = searching || addresses.searching ? null : addresses.searchable;
  const isEmpty = addresses.rows.length + menus.length + vehicles.length + records.length + found.length === 0;
  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={() => {
        typeAhead.take();
        setQuery('');
        onClose();
      }}
      shortcut={null}
      maxHeight={440}
      scrollable
      attributes={{ content: { 'aria-label': t('palette.open') } }}
      styles={{ actionDescription: { opacity: 1, color: 'inherit' } }}
    >
      <Spotlight.Search
        data-palette-field
        onKeyDown={takeFirst}
        onFocus={() => {
          const typed = typeAhead.take();
          if (typed !== '') setQuery((present) => present + typed);
        }}
        placeholder={t('palette.search')}
        aria-label={t('palette.search')}
        leftSection={<IconSearch size={18} stroke={1.6} aria-hidden />}
      />
      <Spotlight.ActionsList aria-label={t('palette.results')}>
        {menus.length > 0 && (
          <Spotlight.ActionsGroup label={t('palette.menu')}>
            {menus.map(({ id, label, note, icon, go: onChoose }) => (
              <Spotlight.Action
                key={id}
                label={label}
                description={note === '' ? undefined : note}
                leftSection={<MenuIcon name={icon} />}
                onClick={onChoose}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {vehicles.length > 0 && (
          <Spotlight.ActionsGroup label={t('palette.vehicles')}>
            {vehicles.map(({ id, vehicleId, label, note }) => (
              <Spotlight.Action
                key={id}
                className={classes['vehicle']}
                label={label}
                description={note === '' ? undefined : note}
                leftSection={<StatusIcon status={statusOf(vehicleId)} size={16} />}
                onClick={() => void navigate(`/track-vehicle/${vehicleId}`)}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {found.length > 0 && (
          <Spotlight.ActionsGroup label={t('palette.actions')}>
            {found.map(({ id, label, run }) => (
              <Spotlight.Action
                key={id}
                label={label}
                leftSection={<IconBolt size={20} stroke={1.6} aria-hidden />}
                onClick={() => void run()}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {records.length > 0 && (
          <Spotlight.ActionsGroup label={t('record-kind.found')}>
            {records.map(({ kind, id, label, note, moved }) => (
              <Spotlight.Action
                key={`${kind}-${id}`}
                label={label}
                description={[t(`record-kind.${kind}`), moved ? movedText(t, moved) : '', note]
                  .filter((part) => part !== '')
                  .join(' · ')}
                leftSection={<MenuIcon name={MENUS.find(({ key }) => key === RECORD_KINDS[kind].menu)?.icon ?? ''} />}
                onClick={() => void navigate(`/${recordPath(kind, id)}`)}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {(addresses.rows.length > 0 || searchable !== null) && (
          <Spotlight.ActionsGroup label={t('place-search.addresses')}>
            {addresses.rows.map(({ name, lat, lon }) => (
              <Spotlight.Action
                key={`address-${name}`}
                label={name}
                description={missesNumber(query, name) ? t('place-search.no-number') : undefined}
                leftSection={<IconMapPin size={20} stroke={1.6} aria-hidden />}
                onClick={() => void navigate(`/track-vehicle?near=${lat},${lon}`, { state: { place: name } })}
              />
            ))}
            {searchable !== null && (
              <Spotlight.Action
                label={t('place-search.search-for', { text: searchable })}
                leftSection={<IconMapPinSearch size={20} stroke={1.6} aria-hidden />}
                onClick={() => void navigate('/track-vehicle', { state: { find: searchable } })}
              />
            )}
          </Spotlight.ActionsGroup>
        )}
        {isEmpty && (
          <Spotlight.Empty>
            {error ? errorText(t, error) : t(searching || addresses.searching ? 'app.please-wait' : 'palette.nothing')}
          </Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
