import type { MenuItem } from '@milepost/contract/menu-item';
import { MENUS } from '@milepost/contract/menus';
import { useFullscreenDocument } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { signOut } from '../../api/session.ts';
import { confirmLeave } from '../../api/unsaved.ts';
import { useMay, useSetup } from '../../api/setup.ts';
import { notifyError } from '../../ui/toast/notify.ts';
import { chooseAppearance, setThemeValue, useThemeValue } from '../../ui/appearance/appearance-store.ts';
import { SKINS } from '../../ui/appearance/skins.ts';
import { liveStore } from '../../live/live-client.ts';
import { useFleetRevision } from '../../live/use-live.ts';
import { mapAround, whereAmI } from '../panel/position.ts';
import { saveSetting, useSettings } from '../panel/settings.ts';
import { allowedOrDenied, checkPermissions, openMenu } from '../../api/permissions.ts';
import { menuTitle } from '../../ui/menu/menu.ts';
import { screensBesideMenu } from '../screens.ts';
import { type Command, menuCommands } from './commands.ts';
import { fleetCommands } from './fleet-commands.ts';

export interface ActionCommand extends Command {
  run: () => void | Promise<void>;
}

/** The actions of the palette besides opening screens and records. */
export function useActions(items: readonly MenuItem[]): ActionCommand[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { toggle, fullscreen } = useFullscreenDocument();
  const theme = useThemeValue();
  const live = useSettings()['auto-updates'];
  const mayAddVehicle = useMay('vehicles', 'create');
  const mayMap = useMay('live-map', 'view');
  const action = (id: string, run: ActionCommand['run'], label = t(`palette.action.${id}`)): ActionCommand => ({
    id: `action-${id}`,
    label,
    note: '',
    kind: 'action',
    run,
  });

  const vehicles = menuCommands(items, ({ title }) => title).find(({ item }) => item.path === 'vehicle-info')?.item;
  async function addVehicle({ id, path }: MenuItem) {
    if (pathname !== `/${path}`) await navigate(`/${path}`);
    openMenu(id);
    // Checked again: the role may have changed since the page was opened.
    if (!allowedOrDenied(await checkPermissions(), 'p_create_status')) return;
    await navigate('/vehicle-info?open=new');
  }
  async function locate() {
    try {
      await navigate(mapAround(await whereAmI()));
    } catch (error) {
      notifyError(t, error);
    }
  }
  return [
    ...(mayAddVehicle && vehicles ? [action('add-vehicle', () => addVehicle(vehicles))] : []),
    ...(theme === 'dark' ? [] : [action('dark', () => setThemeValue('dark'))]),
    ...(theme === 'light' ? [] : [action('light', () => setThemeValue('light'))]),
    action('fullscreen', () => void toggle(), t(fullscreen ? 'shell.leave-fullscreen' : 'shell.fullscreen')),
    action('updates', () => saveSetting('auto-updates', !live), t(live ? 'palette.action.pause' : 'panel.resume')),
    ...(mayMap ? [action('locate', locate)] : []),
    action('sign-out', () => confirmLeave(() => void signOut())),
    ...SKINS.map((skin) =>
      action(
        `skin-${skin}`,
        () => chooseAppearance({ skin }),
        t('palette.action.skin', { skin: t(`panel.skin.${skin}`) }),
      ),
    ),
  ];
}

/** A command that opens a screen. */
interface ScreenCommand extends Command {
  icon: string;
  go: () => void;
}

/** The screens that no menu lists, with the icon of the menu to which they belong; also found by the menu's name. */
export function useScreens(): ScreenCommand[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const permissions = useSetup().data?.permissions;
  return screensBesideMenu((menu) => permissions?.[menu]?.view === true).map(({ path, menu, title, words }) => {
    const [of] = [menu].flat();
    const entry = MENUS.find(({ key }) => key === of);
    return {
      id: `screen-${path}`,
      label: t(title),
      note: '',
      also: [entry ? menuTitle(t, entry) : '', words === undefined ? '' : t(words)].join(' '),
      kind: 'menu',
      icon: entry?.icon ?? '',
      go: () => void navigate(`/${path}`),
    };
  });
}

/**
 * A command to the device of each vehicle of the live view, for people who may send one.
 * @param wanted they are many, so they are built only for a search
 */
export function useSendActions(wanted: boolean): ActionCommand[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [mayCommand, mayStop] = [useMay('commands', 'create'), useMay('engine-stop', 'create')];
  useFleetRevision();
  if (!wanted || (!mayCommand && !mayStop)) return [];
  return fleetCommands(liveStore.vehicles.values()).map(({ vehicleId, label, note }) => ({
    id: `send-${vehicleId}`,
    label: t('palette.action.send-command', { vehicle: label }),
    note,
    also: t('palette.action.command-words'),
    kind: 'action',
    run: () => navigate(`/vehicle-info/${vehicleId}?tab=commands`),
  }));
}
