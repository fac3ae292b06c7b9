import { randomBytes } from 'node:crypto';
import type { SecretBox } from '../auth/secret-box.ts';

const contextOf = (webhookId: number) => `webhook ${webhookId}`;

/** A new secret, in the form that the receiver gets. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64url')}`;

export const sealWebhookSecret = (secrets: SecretBox, webhookId: number, secret: string): Buffer =>
  secrets.seal(Buffer.from(secret), contextOf(webhookId));

/** @throws Error when it was sealed with another key of this server */
export const openWebhookSecret = (secrets: SecretBox, webhookId: number, sealed: Uint8Array): string =>
  secrets.open(sealed, contextOf(webhookId)).toString();
