/**
 * Told when away: while the tab is hidden its title counts what came since, and where it is wanted the desktop says it. All that a
 * hidden tab asks, at most every half minute (reliability R26).
 */
import { useEffect } from 'react'
import { request } from '#api/client.ts'
import type { Counts } from '#contract/index.ts'
import { usePermission } from '#kit/permissions.ts'
import { preference } from '#kit/preferences.ts'
import { notificationsSince } from './hidden-tab-texts.ts'

const every = 30_000

let last: { at: number; counts: Counts | null } = { at: -Infinity, counts: null }

/** Also of somebody who comes and goes no more than one in half a minute. */
async function ask(): Promise<Counts | null> {
  const at = performance.now()
  // A timer may be early by a moment.
  if (at - last.at < every - 1_000) return last.counts
  last = { ...last, at }
  const answer = await request('countShow', {}, { attention: 'background' }).catch(() => null)
  // Whoever comes back sees by the page itself that nobody answers.
  last = { at, counts: answer?.data ?? last.counts }
  return last.counts
}

const titled = (title: string, count: number) => (count === 0 ? title : `(${count} new) ${title}`)

function show(sentence: string): void {
  if (preference('desktop') !== 'on' || !('Notification' in window) || Notification.permission !== 'granted') return
  const notification = new Notification('Switchboard', { body: sentence, tag: sentence })
  notification.addEventListener('click', () => {
    window.focus()
    notification.close()
  })
}

export default function Away() {
  const reviews = usePermission('decisionMake').allowed
  // The document: whether anybody looks at it, and its title.
  useEffect(() => {
    let leave: (() => void) | null = null
    const away = () => {
      const title = document.title
      let before: Counts | null = null
      const told = new Set<string>()
      let isOver = false
      const look = async () => {
        const now = await ask()
        if (!now || isOver) return
        before ??= now
        const news = notificationsSince(before, now, reviews)
        document.title = titled(title, news.length)
        for (const sentence of news) if (!told.has(sentence)) show(sentence)
        for (const sentence of news) told.add(sentence)
      }
      void look()
      const timer = setInterval(() => void look(), every)
      return () => {
        isOver = true
        clearInterval(timer)
        document.title = title
      }
    }
    const follow = () => {
      leave?.()
      leave = document.visibilityState === 'hidden' ? away() : null
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
