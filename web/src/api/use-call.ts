import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import type { RouteName } from '@milepost/contract/routes';
import { call, type CallInput, type CallOutput } from './call.ts';

type Options<Name extends RouteName> = Omit<UseQueryOptions<CallOutput<Name>>, 'queryKey' | 'queryFn'>;

/** Key of a call's cached answer; `[name]` alone means all inputs of the route. */
export const callKey = <Name extends RouteName>(name: Name, input?: CallInput<Name>) =>
  input === undefined ? [name] : [name, input];

/** How a call is asked and cached. */
export const callQuery = <Name extends RouteName>(name: Name, input: CallInput<Name>) => ({
  queryKey: callKey(name, input),
  queryFn: ({ signal }: { signal: AbortSignal }) => call(name, input, { signal }),
});

/** A call whose answer is shown: cached by route and input. */
export function useCall<Name extends RouteName>(name: Name, input: CallInput<Name>, options: Options<Name> = {}) {
  return useQuery<CallOutput<Name>>({ ...options, ...callQuery(name, input) });
}
