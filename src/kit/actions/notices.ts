/** Notifications about something that happened outside the current form, dialog or panel. Forms, dialogs and panels show their own messages. */
import { Refusal } from '#contract/index.ts'

export interface Notice {
  title: string
  text?: string
  /** `danger` for unknown outcomes and refusals; it stays until it is dismissed. */
  tone?: 'neutral' | 'danger'
  action?: { label: string; onClick: () => void }
}

/** How long a notification is shown (ms); null: until it is dismissed. */
export const noticeDurationMs = ({ tone, action }: Notice): number | null =>
  tone === 'danger' || action ? null : 8_000

const pendingNotices: Notice[] = []
const listeners = new Set<() => void>()
let wasNotified = false

/** Shows a notification, as soon as the viewport is loaded. */
export function notify(notice: Notice): void {
  pendingNotices.push(notice)
  wasNotified = true
  for (const listener of listeners) listener()
}

/** Shows a refusal that no form, dialog or panel shows. @throws any error that is not a refusal */
export function notifyRefusal(error: unknown): void {
  if (!(error instanceof Refusal)) throw error
  notify({ title: error.message, tone: 'danger' })
}

/** For the viewport: removes and returns the notifications to show. */
export const takeNotices = (): Notice[] => pendingNotices.splice(0)
export const subscribeToNotices = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
/** Whether there was a notification since the page was loaded. */
export const hadNotices = (): boolean => wasNotified
