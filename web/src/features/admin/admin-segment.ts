// The chunk of the root segment `admin`.
export { ApiTokensPage } from './api-tokens/api-tokens-page.tsx';
export { AuditLogPage } from './audit-log/audit-log-page.tsx';
export { MenusPage } from './menus/menus-page.tsx';
export { OrganisationsPage } from './organisations/organisations-page.tsx';
export { OutboxPage } from './outbox/outbox-page.tsx';
export { PaymentsPage } from './payments/payments-page.tsx';
export { RolesPage } from './roles/roles-page.tsx';
export { SessionsPage } from './sessions/sessions-page.tsx';
export { UsersPage } from './users/users-page.tsx';
