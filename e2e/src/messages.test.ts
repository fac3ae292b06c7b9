import { beforeAll, expect, test } from 'vitest';
import { signInByCall } from './harness/caller.ts';
import { addUser } from './harness/people.ts';
import { useRunning } from './harness/running.ts';
import { signIn } from './harness/sign-in.ts';
import { tableRow } from './harness/table.ts';

const running = useRunning();

beforeAll(async () => {
  await addUser(running.server, 'benita', 'Dispatcher');
});

test('a message is formatted, saved as a draft, sent, read, replied to, and marked as read', async () => {
  const { page, problems } = await running.openSignedIn('/email');
  await page.getByRole('button', { name: 'Write' }).first().click();
  const form = page.getByRole('dialog', { name: 'New message' });
  await form.getByRole('button', { name: 'Send' }).click();
  await form.getByText('Choose someone with access to messages.').waitFor();
  await form.getByRole('combobox', { name: 'To' }).fill('benit');
  await page.getByRole('option', { name: 'benita' }).click();
  await page.keyboard.press('Escape');
  await form.getByRole('textbox', { name: 'Subject' }).fill('Tyres');
  const text = form.getByRole('textbox', { name: 'Text' });
  await text.click();
  await page.keyboard.press('Control+B');
  await page.keyboard.type('Tomorrow at 8');
  await form.getByRole('button', { name: 'Keep as draft' }).click();
  await page.getByText('The draft was saved.').waitFor();

  await page.getByText('Drafts', { exact: true }).click();
  await tableRow(page, 'Tyres').click();
  const draft = page.getByRole('dialog', { name: 'Draft' });
  await draft.locator('strong', { hasText: 'Tomorrow at 8' }).waitFor();
  await draft.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Sent to 1 person').waitFor();
  await page.getByText('Sent', { exact: true }).first().click();
  await tableRow(page, 'Tyres').click();
  await page.getByText('Read by 0 of 1').waitFor();

  // The other person: the bell announces the message, and its sender sees that it was read.
  const other = await running.open();
  await signIn(other, running.server, { username: 'benita', path: '/email' });
  await other.page.getByText('Inbox (1)').waitFor();
  await other.page
    .getByRole('button', { name: /Notifications/ })
    .first()
    .click();
  await other.page.getByRole('button', { name: /Message from Administrator/ }).click();
  const letter = other.page.getByRole('dialog', { name: 'Tyres' });
  await letter.locator('strong', { hasText: 'Tomorrow at 8' }).waitFor();
  await other.page.getByText('Inbox (1)').waitFor({ state: 'detached' });
  await letter.getByRole('button', { name: 'Reply' }).click();
  const reply = other.page.getByRole('dialog', { name: 'Reply' });
  expect(await reply.getByRole('textbox', { name: 'Subject' }).inputValue()).toBe('Re: Tyres');
  await reply.getByRole('textbox', { name: 'Text' }).click();
  await other.page.keyboard.press('Control+Home');
  await other.page.keyboard.type('I will be there');
  await reply.getByRole('button', { name: 'Send' }).click();
  await other.page.getByText('Sent to 1 person').waitFor();

  await page.goto(`${running.server.address}/email`);
  await tableRow(page, 'Re: Tyres').filter({ hasText: 'I will be there' }).waitFor();
  const caller = await signInByCall(running.server);
  const { rows } = await caller.ask('get-message-list', { box: 'sent' });
  const { message } = await caller.ask('get-message-by-id', { id: rows[0]?.id ?? 0 });
  expect(message).toMatchObject({
    html: '<p><strong>Tomorrow at 8</strong></p>',
    counts: { received: 1, read: 1 },
    receipts: [{ name: 'benita', readAt: expect.any(String) }],
  });
  expect([...problems, ...other.problems]).toEqual([]);
});

test('a message is deleted with undo, and the log of mails is a step away for those who may see it', async () => {
  const caller = await signInByCall(running.server);
  const me = (await caller.ask('get-message-choices', {})).people[0]?.id ?? 0;
  await caller.ask('send-message', { peopleIds: [me], subject: 'Fuel cards', html: '<p>New ones</p>' });
  const { page, problems } = await running.openSignedIn('/email?box=sent');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByText('Fuel cards').first().click();
  await page.getByRole('dialog', { name: 'Fuel cards' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Fuel cards', { exact: true }).first().waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  await page.getByRole('link', { name: 'Sent e-mails' }).click();
  await page.waitForURL(/\/admin\/outbox$/);
  expect(problems).toEqual([]);
});

test('a driver without an account reads a message by its link, and answers; its sender sees how far it came', async () => {
  const caller = await signInByCall(running.server);
  await caller.ask('save-driver', { name: 'Beto Paz' });
  const { page } = await running.openSignedIn('/email?write=new');
  const form = page.getByRole('dialog', { name: 'New message' });
  await form.getByRole('combobox', { name: 'To' }).fill('beto');
  await page.getByRole('option', { name: 'Beto Paz' }).click();
  await page.keyboard.press('Escape');
  // The form shows this before the message is sent.
  await form.getByText('No account and no telephone number: Beto Paz.').waitFor();
  await form.getByRole('textbox', { name: 'Subject' }).fill('Rain');
  await form.getByRole('textbox', { name: 'Text' }).click();
  await page.keyboard.type('Slow down at the port');
  await form.getByRole('button', { name: 'Send' }).click();
  const link = (await form.locator('pre').textContent()) ?? '';
  expect(link).toMatch(/\/message#[\w-]{40,}$/);
  await form.getByRole('button', { name: 'Done' }).click();

  const phone = await running.open({ phone: true });
  await phone.page.goto(link);
  await phone.page.getByRole('heading', { name: 'Rain' }).waitFor();
  await phone.page.getByText('Slow down at the port').waitFor();
  await phone.page.getByRole('button', { name: 'I have read it' }).click();
  await phone.page.getByText('You have read it').waitFor();
  await phone.page.getByRole('textbox', { name: 'Answer in a few words' }).fill('Ten minutes late');
  await phone.page.getByRole('button', { name: 'Send the answer' }).click();
  await phone.page.getByText('Your answer').waitFor();

  await page.getByText('Sent', { exact: true }).first().click();
  await tableRow(page, 'Rain').click();
  const letter = page.getByRole('dialog', { name: 'Rain' });
  await letter.getByText('Ten minutes late').waitFor();
  await letter.getByRole('button', { name: 'Revoke' }).click();
  await letter.getByText(/^read .* · link ended$/).waitFor();
  await phone.page.reload();
  await phone.page.getByText('Ask the sender for a new link.').waitFor();
  expect(phone.problems).toEqual([]);
});
