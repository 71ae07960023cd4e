/**
 * While the tab is hidden, its title counts new events, and desktop notifications show them if the operator has switched these on. A hidden
 * tab sends no other requests than the counts, at most every 30 seconds (reliability R26), and, only if the operator has switched on
 * notifications about calls, the calls that need a look, every 15 seconds.
 */
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { request } from '#api/client.ts'
import type { CallNotice, Counts } from '#contract/index.ts'
import { paths } from '#kit/navigation/paths.ts'
import { usePermission } from '#kit/permissions.ts'
import { preference } from '#kit/preferences.ts'
import { plural } from '#ui/text/format-number.ts'
import { callsGoneWrong, maxCallNotifications, notificationsSince } from './hidden-tab-texts.ts'
import * as texts from './texts.ts'

/**
 * Creates a function that requests something at most once per interval, even if somebody switches between tabs. Without an answer, it
 * returns the last one. The page itself shows that the gateway does not answer.
 */
function atMostEvery<Answer>(intervalMs: number, send: () => Promise<Answer>): () => Promise<Answer | null> {
  let last: { at: number; answer: Answer | null } = { at: -Infinity, answer: null }
  return async () => {
    const at = performance.now()
    // The tolerance is for timers that fire a little early.
    if (at - last.at < intervalMs - 1_000) return last.answer
    last = { ...last, at }
    const answer = await send().catch(() => null)
    last = { at, answer: answer ?? last.answer }
    return last.answer
  }
}

const countIntervalMs = 30_000
const readCounts = atMostEvery<Counts>(
  countIntervalMs,
  async () => (await request('countShow', {}, { attention: 'background' })).data,
)
const callIntervalMs = 15_000
const readCalls = atMostEvery<CallNotice[]>(
  callIntervalMs,
  async () => (await request('callNoticeList', {}, { attention: 'background' })).data.calls,
)

/** @param tag a later notification with the same tag replaces this one @param open called when somebody clicks it */
function showDesktopNotification(sentence: string, tag: string, open?: () => void): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  const notification = new Notification(texts.productName, { body: sentence, tag })
  notification.addEventListener('click', () => {
    window.focus()
    open?.()
    notification.close()
  })
}

/**
 * Polls while the tab is hidden, and sets its title.
 *
 * @param open opens a page
 * @returns stops polling and restores the title
 */
function startPolling(canReview: boolean, open: (path: string) => void): () => void {
  const title = document.title
  const newEvents = { counts: 0, calls: 0 }
  const shown = new Set<string>()
  let isStopped = false
  const update = (source: keyof typeof newEvents, count: number) => {
    newEvents[source] = count
    document.title = texts.tabTitle(title, newEvents.counts + newEvents.calls)
  }
  /** Whether this was not shown yet. */
  const isNew = (key: string) => !shown.has(key) && Boolean(shown.add(key))

  let initialCounts: Counts | null = null
  const pollCounts = async () => {
    const counts = await readCounts()
    if (!counts || isStopped) return
    initialCounts ??= counts
    const sentences = notificationsSince(initialCounts, counts, canReview)
    update('counts', sentences.length)
    const newSentences = sentences.filter(isNew)
    if (preference('desktop') === 'on') for (const sentence of newSentences) showDesktopNotification(sentence, sentence)
  }

  let initialCalls: CallNotice[] | null = null
  const pollCalls = async () => {
    if (preference('calls') !== 'on') return
    const calls = await readCalls()
    if (!calls || isStopped) return
    initialCalls ??= calls
    const wrongCalls = callsGoneWrong(initialCalls, calls)
    update('calls', wrongCalls.length)
    const newCalls = wrongCalls.filter(({ roomName }) => isNew(`call ${roomName}`))
    if (newCalls.length > maxCallNotifications)
      showDesktopNotification(`${plural(newCalls.length, 'call goes', 'calls go')} wrong.`, 'calls', () =>
        open(paths.calls()),
      )
    else
      for (const { roomName, sentence } of newCalls)
        showDesktopNotification(sentence, `call ${roomName}`, () => open(paths.call(roomName)))
  }

  void pollCounts()
  void pollCalls()
  const timers = [
    setInterval(() => void pollCounts(), countIntervalMs),
    setInterval(() => void pollCalls(), callIntervalMs),
  ]
  return () => {
    isStopped = true
    for (const timer of timers) clearInterval(timer)
    document.title = title
  }
}

export default function HiddenTabNotices() {
  const canReview = usePermission('decisionMake').allowed
  const navigate = useNavigate()
  // Polls while the document is hidden.
  useEffect(() => {
    let stopPolling: (() => void) | null = null
    const updatePolling = () => {
      stopPolling?.()
      stopPolling =
        document.visibilityState === 'hidden' ? startPolling(canReview, (path) => void navigate(path)) : null
    }
    updatePolling()
    document.addEventListener('visibilitychange', updatePolling)
    return () => {
      document.removeEventListener('visibilitychange', updatePolling)
      stopPolling?.()
    }
  }, [canReview, navigate])
  return null
}
