import type { MutationCacheNotifyEvent } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryClient } from '../api/query-client.ts';
import { forgetSaved } from '../api/unsaved.ts';
import { LeaveHost } from './leave-host.tsx';
import { SignInOverHost } from './sign-in-over/sign-in-over-host.tsx';

/** Placed once on every page that has input: asks before unsaved input is lost, and keeps it when the session ends. */
export function EnteredWork() {
  useEffect(() => queryClient.getMutationCache().subscribe(forgetWhatSucceeded), []);
  return (
    <>
      <LeaveHost />
      <SignInOverHost />
    </>
  );
}

/** A part of a form that is saved separately has a key: the rest is still unsaved. */
function forgetWhatSucceeded(event: MutationCacheNotifyEvent): void {
  const isSaved = event.type === 'updated' && event.action.type === 'success';
  if (isSaved && event.mutation.options.mutationKey === undefined) forgetSaved();
}
