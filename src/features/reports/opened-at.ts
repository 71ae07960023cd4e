/**
 * The time for which a report counts, by the gateway's clock. Its loader and its components have to read the same, or everything is
 * read twice.
 */
import { useEffect, useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { gatewayNow } from '#api/gateway-clock.ts'
import { load } from '#api/reads.ts'
import { stillLoading } from '#kit/navigation/page-loader.ts'
import { useTick } from '#ui/time/clock.ts'
import { periodOf } from './search.ts'

/** The time for which the latest loader reads, epoch ms. */
let loadingFor = 0

/** For loaders: fetches the reads of a page, for the present time. @returns that time, epoch ms */
export async function loadForNow(
  readsAt: (now: number) => readonly { queryKey: readonly unknown[] }[],
): Promise<number> {
  const now = gatewayNow()
  loadingFor = now
  await load(...readsAt(now))
  return now
}

/**
 * The time for which the loader read, epoch ms. It stays the same until the address changes, or the day: after midnight, "today" would be
 * yesterday, and lead to other calls than it counts.
 */
export function useOpenedAt(): number {
  const [mountedAt] = useState(gatewayNow)
  const loaded: unknown = useLoaderData()
  // Nothing is loaded once the session has ended.
  const at = typeof loaded === 'number' ? loaded : loaded === stillLoading ? loadingFor : mountedAt
  const { revalidate } = useRevalidator()
  const day = periodOf(1, at)
  // Also before it, if a wrong clock of this browser was set right only now.
  const isOtherDay = useTick((now) => now < day.from || now >= day.to, { intervalMs: 10_000 })
  useEffect(() => {
    if (isOtherDay) void revalidate()
  }, [isOtherDay, revalidate])
  return at
}
