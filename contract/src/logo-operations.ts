import { z } from 'zod';
import { Id } from './common.ts';
import { faultCode } from './fault.ts';
import { MAX_LOGO_BYTES } from './saved-reports.ts';
import { recordCalls } from './record-calls.ts';
import { grant, operation } from './operation.ts';

const organisations = grant('organisations');
const one = z.object({ id: Id });

/** A picture as a data URL. Its declared type is ignored: the content is inspected. */
const Picture = z
  .string()
  .min(1)
  .max(Math.ceil(MAX_LOGO_BYTES / 3) * 4 + 30, faultCode('logo-large'))
  .regex(/^data:image\/(png|jpeg|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}$/, faultCode('logo-kind'));

const answer = z.object({
  /** PNG in base64; null if there is none. */
  logo: z.string().nullable(),
});

const organisationLogoCalls = recordCalls({
  view: organisations('view'),
  remove: organisations('edit'),
  limited: { view: 'allowed', remove: 'denied' },
  subject: 'organisation',
  audit: 'organisation',
  output: answer,
});

/** The logo on the files of reports. */
export const logoOperations = {
  'get-organisation-logo': organisationLogoCalls.byId('Returns the logo of an organisation.'),
  'save-organisation-logo': operation({
    summary: 'Replaces the logo of an organisation. A PNG, JPEG or SVG is accepted and stored as PNG.',
    access: organisations('edit'),
    limited: 'denied',
    bodyBytes: 786_432,
    subject: 'organisation',
    audit: 'organisation',
    errors: [404],
    unversioned: 'a picture is replaced as a whole',
    boundByBody: true,
    example: { id: 999_999, picture: 'data:image/png;base64,AAAA' },
    input: one.extend({ picture: Picture }),
    output: answer,
  }),
  'delete-organisation-logo': organisationLogoCalls.deleted('Deletes the logo of an organisation.'),
};
