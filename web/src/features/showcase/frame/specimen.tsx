import { Paper, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { CodeBlock } from './code-block.tsx';
import { KnobPanel } from './knob-panel.tsx';
import { areValuesOf, initialValues, type Knobs, type KnobValue, type KnobValues, isTurned, turned } from './knobs.ts';
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
