import { Menu, Text, UnstyledButton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import own from './profiles.module.css';

interface Props<Meaning extends string> {
  name: string;
  /** True if its name is only the number of its index. */
  isNumbered?: boolean;
  value: string;
  meaning: Meaning | 'nothing';
  /** The possible meanings, including `nothing`. */
  meanings: readonly Meaning[];
  labelOf: (meaning: Meaning | 'nothing') => string;
  /** Its error. */
  error?: string | undefined;
  onChoose: (meaning: Meaning) => void;
}

/** A field of a device's data: a click on it sets its meaning. */
export function MeaningField<Meaning extends string>(props: Props<Meaning>) {
  const { name, isNumbered = false, value, meaning, meanings, labelOf, error, onChoose } = props;
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <UnstyledButton
          className={own.field}
          data-numbered={isNumbered || undefined}
          data-chosen={meaning !== 'nothing' || undefined}
        >
          <span className="mono">{name}</span>
          <span className={`mono ${own.value}`}>{value}</span>
          <Text span size="xs" fw={600} c={meaning === 'nothing' ? 'dimmed' : undefined}>
            {meaning === 'nothing' ? '–' : labelOf(meaning)}
          </Text>
          {error !== undefined && (
            <Text span size="xs" c="var(--danger)" className={own.error}>
              {error}
            </Text>
          )}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown className={own.meanings}>
        {meanings.map((one) => (
          <Menu.Item
            key={one}
            onClick={() => onChoose(one)}
            rightSection={one === meaning ? <IconCheck size={14} aria-hidden /> : undefined}
          >
            {labelOf(one)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
