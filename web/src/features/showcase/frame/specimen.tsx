import { ActionIcon, CopyButton, Paper, Text, Title } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Tooltip } from '../../../ui/tooltip/tooltip.tsx';
import { KnobPanel } from './knob-panel.tsx';
import { areValuesOf, initialValues, isTurned, type Knobs, type KnobValue, type KnobValues, turned } from './knobs.ts';
import classes from './specimen.module.css';

interface Props<K extends Knobs> {
  /** The anchor of the specimen in its page. */
  id: string;
  title: string;
  /** The purpose of the component, in a sentence or two. */
  text: string;
  /** Its properties; created outside of the component that renders the specimen. */
  knobs?: K;
  /** The code of the displayed component; `changed` contains the properties that differ from their defaults. */
  code: (changed: Readonly<Record<string, KnobValue>>) => string;
  children: (values: KnobValues<K>) => ReactNode;
}

/** A live component of the library, with knobs for its properties and the code to use it. */
export function Specimen<const K extends Knobs>(props: Props<K>) {
  const { id, title, text, code, children } = props;
  const knobs: Knobs = props.knobs ?? {};
  const [values, setValues] = useState(() => initialValues(knobs));
  const changed = turned(knobs, values);
  const hasKnobs = Object.keys(knobs).length > 0;
  return (
    <Paper
      component="section"
      id={id}
      aria-labelledby={`${id}-title`}
      withBorder
      radius="lg"
      className={classes['specimen']}
    >
      <header className={classes['head']}>
        <Title order={2} size={16} id={`${id}-title`}>
          {title}
        </Title>
        <Text c="dimmed" maw={860}>
          {text}
        </Text>
      </header>
      <div className={classes['body']} data-knobs={hasKnobs || undefined}>
        <div className={classes['stage']}>{areValuesOf(props.knobs, values) && children(values)}</div>
        {hasKnobs && (
          <KnobPanel
            knobs={knobs}
            values={values}
            onTurn={(name, value) => setValues({ ...values, [name]: value })}
            onReset={isTurned(knobs, values) ? () => setValues(initialValues(knobs)) : undefined}
          />
        )}
      </div>
      <CodeBlock code={code(changed)} what={title} />
    </Paper>
  );
}

/** Code to copy. `what` is its label for screen readers. */
function CodeBlock({ code, what }: { code: string; what: string }) {
  const { t } = useTranslation();
  const label = t('showcase.copy', { what });
  return (
    <div className={classes['code']}>
      {/* Focusable by keyboard, because it can require scrolling sideways. */}
      <pre dir="ltr" tabIndex={0} role="region" aria-label={t('showcase.code-of', { what })}>
        <code>{code}</code>
      </pre>
      <CopyButton value={code} timeout={1500}>
        {({ copied, copy }) => (
          <Tooltip text={copied ? t('showcase.copied') : label}>
            <ActionIcon size={28} onClick={copy} aria-label={label} color={copied ? 'green' : 'gray'}>
              {copied ? <IconCheck size={16} /> : <IconCopy size={16} stroke={1.6} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </div>
  );
}
