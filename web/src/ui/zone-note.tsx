import { useTranslation } from 'react-i18next';
import { formatSettings } from '../text/format-settings.ts';
import { zonesText } from '../text/zone-text.ts';

interface Props {
  /** Zone of the moments, and of the days where it is another; the person's and the organisation's unless given. */
  zones?: { timeZone: string; dayZone: string };
  className?: string | undefined;
}

/** Says in which zone a screen writes moments, and whose days it counts where those are another's. */
export function ZoneNote({ zones = formatSettings(), className }: Props) {
  const { t } = useTranslation();
  const text = zonesText(t, zones);
  return (
    <small className={className} title={text} data-zones>
      {text}
    </small>
  );
}
