/** The calls that were opened lately on this page load. In memory alone: names and numbers are kept in no browser. */
import { useEffect, useState } from 'react'

export interface RecentCall {
  roomName: string
  title: string
}

const most = 5
let recent: readonly RecentCall[] = []

/** The list with one more, the latest first. */
export const withRecent = (calls: readonly RecentCall[], call: RecentCall): RecentCall[] =>
  [call, ...calls.filter(({ roomName }) => roomName !== call.roomName)].slice(0, most)

/** Remembers a call that is being looked at. */
export function useRememberCall(roomName: string, title: string | undefined): void {
  // The memory outlives the page that fills it.
  useEffect(() => {
    if (title) recent = withRecent(recent, { roomName, title })
  }, [roomName, title])
}

/** As they were when the page was opened. */
export const useRecentCalls = (): readonly RecentCall[] => useState(() => recent)[0]
