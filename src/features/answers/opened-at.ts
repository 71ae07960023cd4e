/** The time for which a page of answers counts. Its loader and its components have to read the same, or everything is read twice. */
import { useState } from 'react'
import { useLocation } from 'react-router'
import { load } from '#api/reads.ts'

/** When the loader read for an address, by path and search, epoch ms. The latest addresses. */
const loadedAt = new Map<string, number>()
const maxAddresses = 50

/** For loaders: fetches the reads of a page, for the present time. */
export async function loadForNow(
  { url }: Request,
  readsAt: (now: number) => readonly { queryKey: readonly unknown[] }[],
): Promise<null> {
  const now = Date.now()
  await load(...readsAt(now))
  const { pathname, search } = new URL(url)
  loadedAt.delete(pathname + search)
  loadedAt.set(pathname + search, now)
  for (const address of loadedAt.keys()) if (loadedAt.size > maxAddresses) loadedAt.delete(address)
  return null
}

/** The time for which the loader read, epoch ms. It stays the same until the address changes, also past midnight. */
export function useOpenedAt(): number {
  const { key, pathname, search } = useLocation()
  const [mountedAt] = useState(() => Date.now())
  const [opened, setOpened] = useState({ key: '', at: 0 })
  if (opened.key === key) return opened.at
  // Nothing is loaded for an address once the session has ended.
  const at = loadedAt.get(pathname + search) ?? mountedAt
  setOpened({ key, at })
  return at
}
