import type { DeviceFault, DeviceFaultKind } from '@milepost/contract/device-fault';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './fault-list.module.css';
import { faultName, faultWords } from './fault-words.ts';

interface Props {
  faults: readonly DeviceFault[];
  label: string;
  /** Of faults that a button mends at once: it says itself what is to be done. */
  buttons?: Partial<Record<DeviceFaultKind, ReactNode>>;
}

/** What a device shows wrong, in words: its name, what was seen, what to do. */
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
