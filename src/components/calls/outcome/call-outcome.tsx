/** The outcome of a call: its source, the line on which a guess is based, and a button to correct it. */
import type { ReactNode } from 'react'
import { useRead } from '#api/reads.ts'
import { useMyId } from '#api/session.ts'
import type { OutcomeOfCall, TranscriptLine } from '#contract/index.ts'
import { outcomeLabels } from '#contract/index.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { Button } from '#ui/forms/button.tsx'
import { SkeletonText } from '#ui/layout/skeleton.tsx'
import { MarkedText, visible } from '#ui/text/visible-text.tsx'
import { TimeWithDay } from '#ui/time/time.tsx'
import { CorrectOutcome } from './correct-outcome.tsx'
import { outcomeRead } from './outcome-read.ts'
import * as texts from './texts.tsx'

interface Props {
  roomName: string
  isLive: boolean
  /** The transcript, if the page has it, for a line that is not kept. */
  transcript?: readonly TranscriptLine[] | undefined
  /** Shows a line of the transcript, if the page has it. */
  onShowLine?: (line: { index: number; text: string }) => void
}

/** Whether a person saved the same outcome as was known before. */
const isConfirmed = ({ current, seen, correction }: OutcomeOfCall) =>
  correction !== null && current?.outcome === seen?.outcome

/** The source of the outcome. */
function Basis({ outcome, isLive }: { outcome: OutcomeOfCall; isLive: boolean }): ReactNode {
  const { current, seen, reason, correction } = outcome
  const myId = useMyId()
  if (correction)
    return (
      <>
        {isConfirmed(outcome) ? 'Confirmed' : 'Corrected'} by{' '}
        {visible(correction.operatorId === myId ? 'you' : correction.operator)}, <TimeWithDay at={correction.at} />.{' '}
        {isConfirmed(outcome)
          ? seen?.source === 'transcript' && 'Before: a guess from the transcript.'
          : seen && `Before: ${outcomeLabels[seen.outcome].toLowerCase()}.`}
      </>
    )
  if (current?.source === 'service')
    return <>Reported by the service{reason && <>: “{visible(reason.replaceAll('_', ' ').replace(/\.$/, ''))}”</>}.</>
  if (current?.source === 'transcript') return `A guess from ${isLive ? 'what was said so far' : 'the transcript'}.`
  return 'From the call’s status. What was said is unknown.'
}

export function CallOutcome({ roomName, isLive, transcript = [], onShowLine }: Props) {
  const query = useRead(outcomeRead(roomName))
  return (
    <DataView query={query} loading={<SkeletonText lines={2} label="Loading the outcome…" />}>
      {(outcome) => {
        const { current, correction } = outcome
        // Another outcome does not rest on the line of the guess.
        const line = correction && !isConfirmed(outcome) ? null : outcome.line
        const said = line && (line.text || (transcript[line.index]?.content ?? ''))
        return (
          <div className="flex h-full flex-col items-start gap-2">
            <output className="block">
              {current ? (
                <>
                  <span className="block text-base font-semibold">{texts.outcomeLabels[current.outcome]}</span>
                  <span className="block text-label text-muted">
                    <Basis outcome={outcome} isLive={isLive} />
                  </span>
                </>
              ) : (
                <span className="text-muted">
                  {isLive ? 'No outcome yet. It is guessed from what is said.' : 'Outcome not known yet.'}
                </span>
              )}
            </output>
            {said && (
              <blockquote dir="auto" className="border-l-2 border-line-strong pl-3 text-label break-words text-soft">
                <MarkedText text={said} />
              </blockquote>
            )}
            <div className="mt-auto flex flex-wrap gap-1">
              <CorrectOutcome roomName={roomName} outcome={outcome} />
              {line && said && onShowLine && (
                <Button size="small" variant="ghost" onClick={() => onShowLine(line)}>
                  Go to line
                </Button>
              )}
            </div>
          </div>
        )
      }}
    </DataView>
  )
}
