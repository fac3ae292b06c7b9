import type { FleetDocument } from '@milepost/contract/document-operations';
import { recordPath } from '@milepost/contract/record-kinds';
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useMay } from '../../../api/setup.ts';
import { formatDate } from '../../../text/format.ts';
import { Until } from '../../../ui/documents/document-columns.tsx';
import { DocumentStateChip } from '../../../ui/documents/document-state.tsx';

interface Props {
  document: FleetDocument;
  chain: readonly FleetDocument[];
}

/** The state of the document, the button that renews it, and the chain of its renewals. */
export function DocumentChain({ document, chain }: Props) {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const mayCreate = useMay('media', 'create');
  const renewal = new URLSearchParams(params);
  renewal.set('open', 'new');
  renewal.set('renews', String(document.id));
  return (
    <Stack gap={8}>
      <Group justify="space-between">
        <Group gap={8}>
          <DocumentStateChip state={document.state} />
          {document.validUntil !== null && (
            <Text span size="sm">
              <Until document={document} />
            </Text>
          )}
        </Group>
        {mayCreate && document.validUntil !== null && document.state !== 'renewed' && (
          <Button
            component={Link}
            to={`?${renewal.toString()}`}
            variant="light"
            size="xs"
            leftSection={<IconRefresh size={16} aria-hidden />}
          >
            {t('documents.renew')}
          </Button>
        )}
      </Group>
      {chain.length > 1 && (
        <Stack gap={2} component="section" aria-label={t('documents.chain')}>
          <Text size="sm" fw={500}>
            {t('documents.chain')}
          </Text>
          {chain.map((one) => (
            <Group key={one.id} gap={8} wrap="nowrap">
              {one.id === document.id ? (
                <Text size="sm" fw={600} aria-current="true">
                  {spanText(one)}
                </Text>
              ) : (
                <Anchor component={Link} size="sm" to={`/${recordPath('document', one.id)}`}>
                  {spanText(one)}
                </Anchor>
              )}
              <Text size="sm" c="dimmed" truncate>
                {one.number}
              </Text>
            </Group>
          ))}
        </Stack>
      )}
    </Stack>
  );
}

const dayText = (day: string | null) => (day === null ? '–' : formatDate(day));
const spanText = ({ validFrom, validUntil }: FleetDocument) => `${dayText(validFrom)} – ${dayText(validUntil)}`;
