/** The time for which a page of answers counts. Its loader and its components have to read the same, or everything is read twice. */
import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { load } from '#api/reads.ts'

/**
 * For loaders: fetches the reads of a page.
 *
 * @returns the time for which they are, epoch ms
 */
export async function loadForNow(
  readsAt: (now: number) => readonly { queryKey: readonly unknown[] }[],
): Promise<number> {
  const now = Date.now()
  await load(...readsAt(now))
  return now
}

/** The time for which the loader read, epoch ms. It stays the same until the address changes, also past midnight. */
export function useOpenedAt(): number {
  // Nothing is loaded once the session has ended. The page below the sign-in stays as it was.
  const loaded = useLoaderData<number | null>()
  const [openedAt, setOpenedAt] = useState(() => loaded || Date.now())
  if (loaded && loaded !== openedAt) setOpenedAt(loaded)
  return loaded || openedAt
}
