import { Accordion, Breadcrumbs, Tabs, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { jsxCode } from '../../frame/jsx-code.ts';
import { choice, onOff, words } from '../../frame/knobs.ts';
import { Specimen } from '../../frame/specimen.tsx';
import classes from '../ui-page.module.css';

const PARTS = ['overview', 'documents', 'maintenance'];

export function BreadcrumbsSpecimen() {
  const { t } = useTranslation();
  const trail = [
    { to: '/widget', name: t('widget.title') },
    { to: '/ui', name: t('ui.title') },
  ];
  return (
    <Specimen
      id="breadcrumbs"
      title={t('ui.breadcrumbs.title')}
      text={t('ui.breadcrumbs.text')}
      knobs={{ separator: words('/') }}
      code={(changed) => jsxCode('Breadcrumbs', changed, '<Link to="/widget">Widgets</Link>\n<Text>Breadcrumbs</Text>')}
    >
      {(knobs) => (
        <Breadcrumbs {...knobs}>
          {trail.map(({ to, name }) => (
            <Link key={to} to={to} className={classes.link}>
              {name}
            </Link>
          ))}
          <Text fw={600}>{t('ui.breadcrumbs.title')}</Text>
        </Breadcrumbs>
      )}
    </Specimen>
  );
}

export function TabsSpecimen() {
  const { t } = useTranslation();
  return (
    <Specimen
      id="tabs"
      title={t('ui.tabs.title')}
      text={t('ui.tabs.text')}
      knobs={{
        variant: choice(['default', 'outline', 'pills']),
        orientation: choice(['horizontal', 'vertical']),
        inverted: onOff(false),
      }}
      code={(changed) =>
        jsxCode(
          'Tabs',
          { defaultValue: 'overview', ...changed },
          '<Tabs.List>…</Tabs.List>\n<Tabs.Panel value="overview">…</Tabs.Panel>',
        )
      }
    >
      {({ inverted, ...knobs }) => {
        const list = (
          <Tabs.List>
            {PARTS.map((part) => (
              <Tabs.Tab key={part} value={part}>
                {t(`ui.part.${part}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        );
        return (
          <Tabs defaultValue="overview" inverted={inverted} {...knobs} w="100%">
            {!inverted && list}
            {PARTS.map((part) => (
              <Tabs.Panel key={part} value={part} p="md">
                {t(`ui.part.${part}-text`)}
              </Tabs.Panel>
            ))}
            {inverted && list}
          </Tabs>
        );
      }}
    </Specimen>
  );
}

export function AccordionSpecimen() {
  const { t } = useTranslation();
  return (
    <Specimen
      id="accordion"
      title={t('ui.accordion.title')}
      text={t('ui.accordion.text')}
      knobs={{
        multiple: onOff(false),
        variant: choice(['default', 'contained', 'separated', 'filled']),
        chevronPosition: choice(['right', 'left']),
      }}
      code={(changed) =>
        jsxCode('Accordion', { order: 3, ...changed }, '<Accordion.Item value="overview">…</Accordion.Item>')
      }
    >
      {({ multiple, ...knobs }) => (
        <Accordion<boolean> key={String(multiple)} multiple={multiple} order={3} {...knobs} w="100%">
          {PARTS.map((part) => (
            <Accordion.Item key={part} value={part}>
              <Accordion.Control>{t(`ui.part.${part}`)}</Accordion.Control>
              <Accordion.Panel>{t(`ui.part.${part}-text`)}</Accordion.Panel>
            </Accordion.Item>
          ))}
        </Accordion>
      )}
    </Specimen>
  );
}
