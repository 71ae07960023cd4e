/**
 * Commands: requests that change something. They are never retried, and fail at once while offline instead of being sent later. The
 * contract lists the reads that each of them invalidates.
 */
import { useMutation } from '@tanstack/react-query'
import {
  type CommandName,
  type Contract,
  type ReadName,
  type Refusal,
  type ResponseOf,
  requests,
} from '#contract/index.ts'
import { type Arguments, request } from './client.ts'
import { queryClient } from './reads.ts'

/** A new Idempotency-Key. Create one per decision, when its dialog or draft is shown. */
export const newIdempotencyKey = (): string => crypto.randomUUID()

export type CommandArguments<Name extends CommandName> = Arguments<Name> & CommandOptions

/** How a command is sent. */
export interface CommandOptions {
  key?: string
  /** The version that the command restores (`restoredVersionText`). */
  restores?: string | undefined
}

/** Invalidates the reads that a command changed, and refetches those on the screen. */
export async function refreshAfter(name: CommandName): Promise<void> {
  const reads: readonly ReadName[] = requests[name].invalidates
  await Promise.all(reads.map((readName) => queryClient.invalidateQueries({ queryKey: [readName] })))
}

interface Callbacks<Name extends CommandName> {
  /**
   * Called with the answer before the reads that the command changed are refetched. For what the operator waits for: starting those requests
   * takes time.
   */
  onAnswer?: (answer: ResponseOf<Contract[Name]>) => void
}

/**
 * Sends a command of the contract.
 *
 * @returns `run`, which resolves with the answer or rejects with a Refusal, and the state of the last run
 */
export function useCommand<Name extends CommandName>(name: Name, { onAnswer }: Callbacks<Name> = {}) {
  const mutation = useMutation<ResponseOf<Contract[Name]>, Refusal, CommandArguments<Name>>({
    mutationFn: async ({ key, restores, ...args }) =>
      (await request(name, args as Arguments<Name>, { key, restores })).data,
    onSuccess: (answer) => onAnswer?.(answer),
    // Also after a refusal, because somebody else may have changed the data, or the outcome may be unknown.
    onSettled: (_, refusal) => {
      void refreshAfter(name)
      // The session says who stopped all changes.
      if (refusal?.code === 'stopped') void queryClient.invalidateQueries({ queryKey: ['sessionShow'] })
    },
  })
  return {
    run: mutation.mutateAsync,
    isPending: mutation.isPending,
    refusal: mutation.error,
    reset: mutation.reset,
  }
}
