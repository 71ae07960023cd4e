/** Texts about unknown outcomes: the form that resolves one, what it concerns, and the evidence for a call. */
import type { ReactNode } from 'react'
import { plural } from '#ui/text/format-number.ts'

// ResolveForm

// SubjectLine and EffectSubject
export const callCount = (calls: number) => plural(calls, 'call', 'calls')
export const firstRecipients = (recipients: ReactNode) => <>the first to {recipients}</>
export const byAgent = (name: string) => `agent ${name}`

// AnnouncedCalls
export const announcedCall = (time: ReactNode) => (
  <>The service reported a call by this agent to this number at {time}.</>
)
