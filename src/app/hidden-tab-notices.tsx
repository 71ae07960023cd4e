/**
 * While the tab is hidden, its title counts what is new, and desktop notifications show it if they are on. This is the only request of a
 * hidden tab, at most every half minute (reliability R26).
 */
import { useEffect } from 'react'
import { request } from '#api/client.ts'
import type { Counts } from '#contract/index.ts'
import { usePermission } from '#kit/permissions.ts'
import { preference } from '#kit/preferences.ts'
import { notificationsSince } from './hidden-tab-texts.ts'
import * as texts from './texts.ts'

const pollIntervalMs = 30_000

let last: { at: number; counts: Counts | null } = { at: -Infinity, counts: null }

/** At most one request per interval, even if somebody switches between tabs. */
async function readCounts(): Promise<Counts | null> {
  const at = performance.now()
  // A timer may fire a little early.
  if (at - last.at < pollIntervalMs - 1_000) return last.counts
  last = { ...last, at }
  const answer = await request('countShow', {}, { attention: 'background' }).catch(() => null)
  // Without an answer the title stays; the page itself shows that the gateway does not answer.
  last = { at, counts: answer?.data ?? last.counts }
  return last.counts
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
  const reviews = usePermission('decisionMake').allowed
  // Follows the visibility of the document and sets its title.
  useEffect(() => {
    let leave: (() => void) | null = null
    const watch = () => {
      const title = document.title
      let before: Counts | null = null
      const shown = new Set<string>()
      let isOver = false
      const poll = async () => {
        const now = await readCounts()
        if (!now || isOver) return
        before ??= now
        const sentences = notificationsSince(before, now, reviews)
        document.title = texts.titleWithNew(title, sentences.length)
        for (const sentence of sentences) if (!shown.has(sentence)) showDesktopNotification(sentence)
        for (const sentence of sentences) shown.add(sentence)
      }
      void poll()
      const timer = setInterval(() => void poll(), pollIntervalMs)
      return () => {
        isOver = true
        clearInterval(timer)
        document.title = title
      }
    }
    const follow = () => {
      leave?.()
      leave = document.visibilityState === 'hidden' ? watch() : null
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      leave?.()
    }
  }, [reviews])
  return null
}
