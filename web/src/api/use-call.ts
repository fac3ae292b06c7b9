import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import type { OperationName } from '@milepost/contract/operations';
import { call, type CallInput, type CallOutput } from './call.ts';

type Options<Name extends OperationName> = Omit<UseQueryOptions<CallOutput<Name>>, 'queryKey' | 'queryFn'>;

/** The cache key of a call's reply; `[name]` alone means all inputs of the operation. */
export const callKey = <Name extends OperationName>(name: Name, input?: CallInput<Name>) =>
  input === undefined ? [name] : [name, input];

/** The query options of a call. */
export const callQuery = <Name extends OperationName>(name: Name, input: CallInput<Name>) => ({
  queryKey: callKey(name, input),
  queryFn: ({ signal }: { signal: AbortSignal }) => call(name, input, { signal }),
});

/** A call whose reply is displayed: cached by operation and input. */
export function useCall<Name extends OperationName>(name: Name, input: CallInput<Name>, options: Options<Name> = {}) {
  return useQuery<CallOutput<Name>>({ ...options, ...callQuery(name, input) });
}
