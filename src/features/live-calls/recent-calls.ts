/** The calls opened recently. In memory only, because the browser must not store names and numbers. */
import { useEffect, useState } from 'react'

export interface RecentCall {
  roomName: string
  title: string
}

const maxRecentCalls = 5
let recentCalls: readonly RecentCall[] = []

/** Adds a call at the start of the list. */
export const addRecentCall = (calls: readonly RecentCall[], call: RecentCall): RecentCall[] =>
  [call, ...calls.filter(({ roomName }) => roomName !== call.roomName)].slice(0, maxRecentCalls)

/** Adds the shown call to the recent calls. */
export function useRememberCall(roomName: string, title: string | undefined): void {
  // The list must outlive the page, so it is module state.
  useEffect(() => {
    if (title) recentCalls = addRecentCall(recentCalls, { roomName, title })
  }, [roomName, title])
}

/** The recent calls as they were when the page was opened. */
export const useRecentCalls = (): readonly RecentCall[] => useState(() => recentCalls)[0]
