/** Texts about calls and starts of batches whose outcome is unknown, shown on the wall. */
import type { ReactNode } from 'react'

interface Occurrence {
  operator: string
  /** The customer or the batch. */
  subject: ReactNode
  time: ReactNode
}

export const unknownStart = ({ operator, subject, time }: Occurrence) => (
  <>
    {operator} started {subject} at {time}, but the service did not confirm it. Calls may be in progress.{' '}
    <strong>Do not start this batch again.</strong>
  </>
)

interface CallTexts {
  message: (occurrence: Occurrence) => ReactNode
  question: string
  yes: string
  recordYes: string
  recordedYes: string
  no: string
  recordNo: string
  recordedNo: string
}

/** By the command whose outcome is unknown. */
export const callTexts = {
  callSend: {
    message: ({ operator, subject, time }) => (
      <>
        {operator} called {subject} at {time}, but the service did not confirm it. The customer’s phone may have rung.{' '}
        <strong>Do not call again until you know what happened.</strong>
      </>
    ),
    question: 'Was the call placed?',
    yes: 'It was placed',
    recordYes: 'Record that it was placed',
    recordedYes: 'Saved: the call was placed.',
    no: 'It was not placed',
    recordNo: 'Record that it was not placed',
    recordedNo: 'Saved: the call was not placed.',
  },
  activeCallEnd: {
    message: ({ operator, subject, time }) => (
      <>
        {operator} ended the call with {subject} at {time}, but the service did not confirm it. The call may still be in
        progress. <strong>Check the call before you try again.</strong>
      </>
    ),
    question: 'Was the call ended?',
    yes: 'It was ended',
    recordYes: 'Record that it was ended',
    recordedYes: 'Saved: the call was ended.',
    no: 'It was not ended',
    recordNo: 'Record that it was not ended',
    recordedNo: 'Saved: the call was not ended.',
  },
  activeCallTakeOver: {
    message: ({ operator, subject, time }) => (
      <>
        {operator} took over the call with {subject} at {time}, but the service did not confirm it. The agent may still
        be speaking. <strong>Check the call before you try again.</strong>
      </>
    ),
    question: 'Was the call taken over?',
    yes: 'It was taken over',
    recordYes: 'Record that it was taken over',
    recordedYes: 'Saved: the call was taken over.',
    no: 'It was not taken over',
    recordNo: 'Record that it was not taken over',
    recordedNo: 'Saved: the call was not taken over.',
  },
} satisfies Record<string, CallTexts>

/** @param risk a sentence about doing it twice; '' if there is none */
export const noHint = (risk: string) => (risk ? `You can then try again. ${risk}` : 'You can then try again.')
