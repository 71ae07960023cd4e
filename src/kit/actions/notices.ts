/** Notices: what happened elsewhere or a moment ago. What belongs to a form, a confirm or a panel is said there instead. */
import { Refusal } from '#contract/index.ts'

export interface Notice {
  title: string
  text?: string
  /** `danger` for what is unknown or was refused; it stays until it is dismissed. */
  tone?: 'neutral' | 'danger'
  action?: { label: string; onClick: () => void }
}

/** How long a notice is shown, ms; null: until it is dismissed, since it needs an answer. */
export const shownFor = ({ tone, action }: Notice): number | null => (tone === 'danger' || action ? null : 8_000)

const waiting: Notice[] = []
const listeners = new Set<() => void>()
let hasNotified = false

/** Shows a notice, now or as soon as the page can. */
export function notify(notice: Notice): void {
  waiting.push(notice)
  hasNotified = true
  for (const listener of listeners) listener()
}

/** What was refused, where the page has no place of its own for it. @throws what is no refusal */
export function notifyRefusal(error: unknown): void {
  if (!(error instanceof Refusal)) throw error
  notify({ title: error.message, tone: 'danger' })
}

/** For the viewport: takes what waits. */
export const takeNotices = (): Notice[] => waiting.splice(0)
export const followNotices = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
/** Whether there was a notice since the page was loaded. */
export const hadNotices = (): boolean => hasNotified
