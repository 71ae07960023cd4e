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
  /** "Was the call placed?" */
  done: string
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
    done: 'placed',
  },
  activeCallEnd: {
    message: ({ operator, subject, time }) => (
      <>
        {operator} ended the call with {subject} at {time}, but the service did not confirm it. The call may still be in
        progress. <strong>Check the call before you try again.</strong>
      </>
    ),
    done: 'ended',
  },
  activeCallTakeOver: {
    message: ({ operator, subject, time }) => (
      <>
        {operator} took over the call with {subject} at {time}, but the service did not confirm it. The agent may still
        be speaking. <strong>Check the call before you try again.</strong>
      </>
    ),
    done: 'taken over',
  },
} satisfies Record<string, CallTexts>

/** @param risk a sentence about doing it twice; '' if there is none */
export const noHint = (risk: string) => (risk ? `You can then try again. ${risk}` : 'You can then try again.')
