/** A move of a rehearsal as a line of its transcript: where the call is, why it went there, and what is said. */
import type { ReactNode } from 'react'
import { FilledText } from '#components/agents/filled-text.tsx'
import type { FlowRule } from '#contract/index.ts'
import type { Move } from '#flow-engine/rehearsal.ts'
import type { Piece } from '#flow-engine/variables.ts'
import { cx, linkClasses } from '#ui/classes.ts'
import { visible } from '#ui/text/visible-text.tsx'
import * as texts from './move-texts.ts'

interface Props {
  move: Move
  /** Whether the call was at another step before. */
  isNewStep: boolean
  rules: readonly FlowRule[]
  /** The name of a step by its ID, such as "3. Good time?". */
  stepName: (id: string) => string
  onSelectStep: (id: string) => void
}

export function MoveLine({ move: { step, via, event }, isNewStep, rules, stepName, onSelectStep }: Props) {
  const reason = via === null ? '' : texts.viaText(via, rules)
  return (
    <>
      {reason !== '' && <p className="mt-2 text-label break-words text-accent">{visible(reason)}</p>}
      {step !== null && isNewStep && (
        <p className="mt-2 text-label">
          <button
            type="button"
            className={cx(linkClasses, 'text-left break-words')}
            onClick={() => onSelectStep(step.id)}
          >
            {visible(stepName(step.id))}
          </button>
        </p>
      )}
      <EventText event={event} stepName={stepName} />
    </>
  )
}

function EventText({ event, stepName }: { event: Move['event']; stepName: Props['stepName'] }) {
  switch (event.kind) {
    case 'agent':
      return (
        <Spoken by={texts.speakers.agent}>
          {event.pieces.length === 0 ? <em>{texts.ownWords[event.occasion]}</em> : <Pieces pieces={event.pieces} />}
        </Spoken>
      )
    case 'customer':
      return (
        <Spoken by={texts.speakers.customer} isCustomer>
          {visible(texts.answerText(event.answer))}
        </Spoken>
      )
    case 'text-message':
      return (
        <Spoken by={texts.speakers.message}>
          <Pieces pieces={event.pieces} />
        </Spoken>
      )
    case 'prompt':
      return (
        <>
          <Note>
            The flow has no steps. The agent follows this prompt in its own words; a rehearsal asks only the questions
            in it.
          </Note>
          {event.pieces.length > 0 && (
            <Spoken by={texts.speakers.prompt}>
              <Pieces pieces={event.pieces} />
            </Spoken>
          )}
        </>
      )
    case 'pass':
      return null
    case 'rule-without-effect':
      return <Note>The rule has no effect, because its step or action does not exist. The call goes on.</Note>
    case 'nobody-to-transfer-to':
      return <Note>No rule and no branch is for customers who ask for a person. The call goes on.</Note>
    case 'end':
      return <p className="mt-2 font-medium break-words">{visible(texts.endText(event.why, stepName))}</p>
    default:
      return event satisfies never
  }
}

const Pieces = ({ pieces }: { pieces: readonly Piece[] }) => (
  <FilledText pieces={pieces} missingText={texts.missingValue} />
)

const Note = ({ children }: { children: string }) => <p className="mt-1 text-label text-muted">{children}</p>

const Spoken = ({ by, isCustomer = false, children }: { by: string; isCustomer?: boolean; children: ReactNode }) => (
  <p
    className={cx(
      'mt-1 border-l-2 pl-3 break-words whitespace-pre-wrap',
      isCustomer ? 'border-control text-ink' : 'border-line text-soft',
    )}
  >
    <span className={cx('block text-label', isCustomer ? 'font-medium text-ink' : 'text-muted')}>{by}</span>
    {children}
  </p>
)
