import { Button, Loader, Skeleton, Stack, Text } from '@mantine/core';
import { IconTruck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyNote } from '../../../../ui/empty-note.tsx';
import { ErrorNote } from '../../../../ui/error-note/error-note.tsx';
import { showNotification } from '../../../../ui/notification/show-notification.ts';
import { expression, jsxCode } from '../../frame/jsx-code.ts';
import { choice, number, onOff } from '../../frame/knobs.ts';
import { Specimen } from '../../frame/specimen.tsx';

const WIDTHS = ['62%', '100%', '86%', '94%', '71%'];

export function LoadingSpecimen() {
  const { t } = useTranslation();
  return (
    <Specimen
      id="skeleton"
      title={t('ui.skeleton.title')}
      text={t('ui.skeleton.text')}
      knobs={{ visible: onOff(true), animate: onOff(true), lines: number(3, 1, 5) }}
      code={({ lines: _lines, ...changed }) => jsxCode('Skeleton', changed, t('ui.skeleton.sample'))}
    >
      {({ lines, ...knobs }) => (
        <Stack gap="xs" w="100%" aria-busy={knobs.visible}>
          {WIDTHS.slice(0, lines).map((width) => (
            <Skeleton key={width} {...knobs} w={width}>
              <Text>{t('ui.skeleton.sample')}</Text>
            </Skeleton>
          ))}
        </Stack>
      )}
    </Specimen>
  );
}

export function LoaderSpecimen() {
  const { t } = useTranslation();
  return (
    <Specimen
      id="loader"
      title={t('ui.loader.title')}
      text={t('ui.loader.text')}
      knobs={{ type: choice(['oval', 'bars', 'dots']), size: choice(['xs', 'sm', 'md', 'lg'], 'md') }}
      code={(changed) => jsxCode('Loader', changed)}
    >
      {(knobs) => <Loader {...knobs} role="status" aria-label={t('app.please-wait')} />}
    </Specimen>
  );
}

export function EmptySpecimen() {
  const { t } = useTranslation();
  const words = { title: t('ui.empty.head'), text: t('ui.empty.body') };
  const add = t('ui.empty.add');
  return (
    <Specimen
      id="empty"
      title={t('ui.empty.title')}
      text={t('ui.empty.text')}
      knobs={{ icon: onOff(true), action: onOff(true) }}
      code={({ icon, action }) =>
        jsxCode(
          'EmptyNote',
          { ...(icon === false ? {} : { icon: expression('<IconTruck />') }), ...words },
          action === false ? '' : `<Button>${add}</Button>`,
        )
      }
    >
      {({ icon, action }) => (
        <EmptyNote
          {...words}
          icon={icon ? <IconTruck size={40} stroke={1.4} color="var(--text-dim)" aria-hidden /> : null}
        >
          {action && <Button onClick={() => showNotification('bg-blue', add)}>{add}</Button>}
        </EmptyNote>
      )}
    </Specimen>
  );
}

export function ErrorSpecimen() {
  const { t } = useTranslation();
  const title = t('table.failed');
  return (
    <Specimen
      id="error"
      title={t('ui.error.title')}
      text={t('ui.error.text')}
      knobs={{ retry: onOff(true) }}
      code={({ retry }) =>
        jsxCode('ErrorNote', {
          title,
          error: expression('query.error'),
          ...(retry === false ? {} : { onRetry: expression('query.refetch') }),
        })
      }
    >
      {({ retry }) => (
        <ErrorNote
          title={title}
          error={new Error(t('fault.unreachable'))}
          onRetry={retry ? () => showNotification('bg-blue', t('table.retry')) : undefined}
        />
      )}
    </Specimen>
  );
}
