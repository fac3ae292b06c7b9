import type { DeviceFault } from '@milepost/contract/device-fault';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './fault-list.module.css';
import { faultName, faultWords } from './fault-words.ts';

interface Props {
  faults: readonly DeviceFault[];
  label: string;
  /** A button that does at once what is to be done, and says it itself; null where there is none. */
  action?: (fault: DeviceFault) => ReactNode;
}

/** What a device shows wrong, in words: its name, what was seen, what to do. */
export function FaultList({ faults, label, action }: Props) {
  const { t } = useTranslation();
  return (
    <ul className={classes['faults']} aria-label={label}>
      {faults.map((fault) => {
        const { what, todo } = faultWords(t, fault);
        const button = action?.(fault) ?? null;
        return (
          <li key={fault.kind}>
            <IconAlertTriangle size={18} stroke={1.6} aria-hidden />
            <div>
              <b>{faultName(t, fault.kind)}</b>
              <span>{what}</span>
              {button ?? <small>{todo}</small>}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
