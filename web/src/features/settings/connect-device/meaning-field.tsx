import { Menu, Text, UnstyledButton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import own from './profiles.module.css';

interface Props<Meaning extends string> {
  name: string;
  /** Whether its name is but the number of its place. */
  isNumbered?: boolean;
  value: string;
  meaning: Meaning | 'nothing';
  /** What it can mean, `nothing` among them. */
  meanings: readonly Meaning[];
  named: (meaning: Meaning | 'nothing') => string;
  /** What is wrong with it. */
  error?: string | undefined;
  onChoose: (meaning: Meaning) => void;
}

/** A field of what a device sent: a click on it says what it means. */
export function MeaningField<Meaning extends string>(props: Props<Meaning>) {
  const { name, isNumbered = false, value, meaning, meanings, named, error, onChoose } = props;
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
            {meaning === 'nothing' ? '–' : named(meaning)}
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
            {named(one)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
