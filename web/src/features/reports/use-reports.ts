import { useCall } from '../../api/use-call.ts';
import { formatSettings } from '../../text/format-settings.ts';

/** The reports available to the caller, in the caller's language. */
export const useReports = () => useCall('get-reports', { language: formatSettings().language });
