/**
 * Commands: everything that changes something. Each owns what it makes old, as data; it is never retried, and offline it fails at
 * once instead of waiting to be sent later.
 */
import { useMutation } from '@tanstack/react-query'
import type { CommandName, Contract, Refusal, ResponseOf } from '#contract/index.ts'
import { type Arguments, request } from './client.ts'
import { invalidates } from './invalidates.ts'
import { queryClient } from './reads.ts'

/** An Idempotency-Key: one per intention, made when the confirm or the draft is shown. */
export const newIntention = (): string => crypto.randomUUID()

export type Order<Name extends CommandName> = Arguments<Name> & { key?: string }

/** Marks as old what the command changed; what is on the screen is asked for again. */
export async function refreshAfter(name: CommandName): Promise<void> {
  await Promise.all(invalidates[name].map((one) => queryClient.invalidateQueries({ queryKey: [one] })))
}

/**
 * A command of the contract.
 *
 * @returns `run`, which resolves with the answer or rejects with a Refusal; and where the last run stands
 */
export function useCommand<Name extends CommandName>(name: Name) {
  const mutation = useMutation<ResponseOf<Contract[Name]>, Refusal, Order<Name>>({
    mutationFn: async ({ key, ...args }) => (await request(name, args as Arguments<Name>, { key })).data,
    // Also after a refusal: what was refused may have been changed by somebody else, or be unknown.
    onSettled: (_, refusal) => {
      void refreshAfter(name)
      // The page says at once who stopped all changes.
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
