/**
 * While the tab is hidden, its title counts new events, and desktop notifications show them if the operator has switched these on. A hidden
 * tab sends no other requests than this one, at most every 30 seconds (reliability R26).
 */
import { useEffect } from 'react'
import { request } from '#api/client.ts'
import type { Counts } from '#contract/index.ts'
import { usePermission } from '#kit/permissions.ts'
import { preference } from '#kit/preferences.ts'
import { notificationsSince } from './hidden-tab-texts.ts'
import * as texts from './texts.ts'

const pollIntervalMs = 30_000

let lastRead: { at: number; counts: Counts | null } = { at: -Infinity, counts: null }

/** Requests the counts at most once per interval, even if somebody switches between tabs. */
async function readCounts(): Promise<Counts | null> {
  const at = performance.now()
  // The tolerance is for timers that fire a little early.
  if (at - lastRead.at < pollIntervalMs - 1_000) return lastRead.counts
  lastRead = { ...lastRead, at }
  const answer = await request('countShow', {}, { attention: 'background' }).catch(() => null)
  // Without an answer, the counts stay. The page itself shows that the gateway does not answer.
  lastRead = { at, counts: answer?.data ?? lastRead.counts }
  return lastRead.counts
}

function showDesktopNotification(sentence: string): void {
  if (preference('desktop') !== 'on' || !('Notification' in window) || Notification.permission !== 'granted') return
  const notification = new Notification(texts.productName, { body: sentence, tag: sentence })
  notification.addEventListener('click', () => {
    window.focus()
    notification.close()
  })
}

export default function HiddenTabNotices() {
  const canReview = usePermission('decisionMake').allowed
  // Polls while the document is hidden, and sets its title.
  useEffect(() => {
    let stopPolling: (() => void) | null = null
    const startPolling = () => {
      const title = document.title
      let initialCounts: Counts | null = null
      const shownSentences = new Set<string>()
      let isStopped = false
      const poll = async () => {
        const counts = await readCounts()
        if (!counts || isStopped) return
        initialCounts ??= counts
        const sentences = notificationsSince(initialCounts, counts, canReview)
        document.title = texts.tabTitle(title, sentences.length)
        for (const sentence of sentences) if (!shownSentences.has(sentence)) showDesktopNotification(sentence)
        for (const sentence of sentences) shownSentences.add(sentence)
      }
      void poll()
      const timer = setInterval(() => void poll(), pollIntervalMs)
      return () => {
        isStopped = true
        clearInterval(timer)
        document.title = title
      }
    }
    const updatePolling = () => {
      stopPolling?.()
      stopPolling = document.visibilityState === 'hidden' ? startPolling() : null
    }
    updatePolling()
    document.addEventListener('visibilitychange', updatePolling)
    return () => {
      document.removeEventListener('visibilitychange', updatePolling)
      stopPolling?.()
    }
  }, [canReview])
  return null
}
