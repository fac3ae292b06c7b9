import type { DeviceFault, DeviceFaultKind } from '@milepost/contract/device-fault';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './fault-list.module.css';
import { faultName, faultWords } from './fault-words.ts';

interface Props {
  faults: readonly DeviceFault[];
  label: string;
  /** Buttons for faults that they fix immediately; each button states its effect. */
  buttons?: Partial<Record<DeviceFaultKind, ReactNode>>;
}

/** The faults of a device: name, observation and remedy. */
export function FaultList({ faults, label, buttons = {} }: Props) {
  const { t } = useTranslation();
  return (
    <ul className={classes['faults']} aria-label={label}>
      {faults.map((fault) => {
        const { what, todo } = faultWords(t, fault);
        return (
          <li key={fault.kind}>
            <IconAlertTriangle size={18} stroke={1.6} aria-hidden />
            <div>
              <b>{faultName(t, fault.kind)}</b>
              <span>{what}</span>
              {buttons[fault.kind] ?? <small>{todo}</small>}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
