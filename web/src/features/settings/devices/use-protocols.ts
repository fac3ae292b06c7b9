import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { byTitle } from '../connect-device/shown-ports.ts';

/** The protocols of the gateway, always including the device's own. */
export function useProtocols(own: string | null) {
  const mayConnect = useMay('connect-device', 'view');
  const info = useCall('get-connect-info', {}, { enabled: mayConnect, staleTime: 60_000 });
  const known = byTitle(info.data?.ports ?? []).map(({ protocol, title }) => ({ value: protocol, label: title }));
  return own === null || known.some(({ value }) => value === own) ? known : [...known, { value: own, label: own }];
}
