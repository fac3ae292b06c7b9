// The chunk of the root segment `admin`.
const Soon = () => null;
export {
  Soon as UsersPage,
  Soon as RolesPage,
  Soon as MenusPage,
  Soon as OrganisationsPage,
  Soon as SessionsPage,
  Soon as AuditLogPage,
  Soon as ApiTokensPage,
  Soon as OutboxPage,
  Soon as PaymentsPage,
};
