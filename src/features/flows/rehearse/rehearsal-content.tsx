/** What a rehearsal shows: the customer and the variables, the transcript move by move, and what a person can do next. */
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flowVariables } from '#components/agents/call-variables.ts'
import { settingsOf } from '#flow-engine/settings.ts'
import { noQuestionReason, type WalkedFlow } from '#flow-engine/walk.ts'
import { useShortcut } from '#kit/keyboard/shortcuts.ts'
import { Button } from '#ui/forms/button.tsx'
import { Checkbox } from '#ui/forms/choice.tsx'
import { IconButton } from '#ui/forms/icon-button.tsx'
import { Select } from '#ui/forms/select.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { Disclosure } from '#ui/layout/disclosure.tsx'
import { plural } from '#ui/text/format-number.ts'
import { visibleText } from '#ui/text/visible-text.tsx'
import { outlineOf } from '../steps/graph.ts'
import { ruleTargets } from '../steps/problems.ts'
import { useSelection } from '../steps/selection.ts'
import { stepName } from '../steps/step-types.ts'
import { AnswerFields } from './answer-fields.tsx'
import { MoveLine } from './move-line.tsx'
import type { RehearsalControl } from './rehearsal-state.ts'
import * as texts from './texts.ts'

interface Props {
  flow: WalkedFlow
  control: RehearsalControl
}

/** The rehearsal may be inside the form of a flow, which Enter would save. */
const keepFromSubmitting = (event: KeyboardEvent) => {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}

export default function RehearsalContent({ flow, control }: Props) {
  const { selectFromRehearsal } = useSelection()
  const names = new Map(outlineOf(flow.flowData, ruleTargets(flow.rules)).map((line) => [line.node.id, stepName(line)]))
  const nameOf = (id: string) => names.get(id) ?? id
  const { waiting, moves, give } = control
  const noQuestion = noQuestionReason(flow)
  return (
    <div role="presentation" className="flex flex-col gap-3" onKeyDown={keepFromSubmitting}>
      <p className="text-label text-muted">Nothing is sent to the service, and nobody is called.</p>
      {noQuestion && <p className="rounded-base bg-ground px-3 py-2">{texts.noQuestion[noQuestion]}</p>}
      <Settings flow={flow} control={control} />
      <Transcript flow={flow} control={control} stepName={nameOf} onSelectStep={selectFromRehearsal} />
      <div className="sticky -bottom-3 -mx-4 -mb-3 flex flex-col gap-3 border-t border-line bg-raised px-4 py-3">
        {waiting && moves.length > 0 && (
          <AnswerFields key={moves.length} waiting={waiting} stepName={nameOf} onInput={give} />
        )}
        <Controls control={control} />
      </div>
    </div>
  )
}

function Settings({ flow, control: { state, setCustomer, setOutsideHours, setValue } }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const variables = flowVariables(flow)
  const valueOf = (name: string) => (Object.hasOwn(state.values, name) ? (state.values[name] ?? '') : '')
  const filled = variables.filter((name) => valueOf(name).trim() !== '').length
  return (
    <>
      <Select label="Customer" value={state.customer} options={texts.customerOptions} onChange={setCustomer} />
      {settingsOf(flow).hours !== null && (
        <Checkbox label="Call outside working hours" checked={state.isOutsideHours} onChange={setOutsideHours} />
      )}
      <div className="-mx-4 border-y border-line">
        {variables.length === 0 ? (
          <p className="px-4 py-1.5 text-muted">This flow has no variables.</p>
        ) : (
          <Disclosure
            summary="Variables"
            facts={`${filled} of ${plural(variables.length, 'variable has a value', 'variables have a value')}`}
            isOpen={isOpen}
            onToggle={setIsOpen}
          >
            <div className="flex flex-col gap-2 px-4 pb-3">
              <p className="text-label text-muted">Without a value, the agent leaves the variable out.</p>
              {variables.map((name) => (
                <TextField
                  key={name}
                  label={visibleText(name)}
                  value={valueOf(name)}
                  onChange={(value) => setValue(name, value)}
                />
              ))}
            </div>
          </Disclosure>
        )}
      </div>
    </>
  )
}

interface TranscriptProps {
  flow: WalkedFlow
  control: RehearsalControl
  stepName: (id: string) => string
  onSelectStep: (id: string) => void
}

/** Scrolls the panel to its end, but not the page. */
function scrollToEnd(element: HTMLElement | null) {
  const scroller = element && (getComputedStyle(element).overflowY === 'auto' ? element : null)
  if (scroller) scroller.scrollTop = scroller.scrollHeight
  else if (element) scrollToEnd(element.parentElement)
}

function Transcript({ flow, control: { moves }, stepName, onSelectStep }: TranscriptProps) {
  const end = useRef<HTMLDivElement>(null)
  const log = useRef<HTMLDivElement>(null)
  // Whoever comes back from a step goes on in the transcript: the button that led back is gone, and the focus with it.
  useEffect(() => {
    if (document.activeElement === document.body) log.current?.focus({ preventScroll: true })
  }, [])
  useLayoutEffect(() => {
    if (moves.length > 0) scrollToEnd(end.current)
  }, [moves.length])
  return (
    <div ref={log} role="log" tabIndex={-1} aria-label="Transcript of the rehearsal" className="outline-none">
      {moves.length === 0 && <p className="text-muted">Start the rehearsal to see what the agent does and says.</p>}
      {moves.map((move, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a move is its place in the call
        <div key={index}>
          <MoveLine
            move={move}
            isNewStep={move.via?.by === 'connection' || move.step?.id !== moves[index - 1]?.step?.id}
            rules={flow.rules}
            stepName={stepName}
            onSelectStep={onSelectStep}
          />
        </div>
      ))}
      <div ref={end} />
    </div>
  )
}

const playIntervalMs = 1_200

function Controls({ control: { moves, waiting, hasNext, next, back, restart } }: { control: RehearsalControl }) {
  const [isPlaying, setIsPlaying] = useState(false)
  const hasStarted = moves.length > 0
  const isRunning = isPlaying && hasNext
  // Follows the clock.
  useEffect(() => {
    if (!isRunning) return
    const timer = setTimeout(next, playIntervalMs)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- only a new line restarts the timer, not every render
  }, [isRunning, moves.length])
  useShortcut('flows.rehearseNext', next, hasNext)
  useShortcut('flows.rehearseBack', back, hasStarted)
  const atStart = !hasStarted && 'The rehearsal is at its beginning.'
  const atEnd = !hasNext && (waiting ? 'Give the customer’s answer first.' : 'The call has ended.')
  return (
    <div className="flex items-center gap-1">
      <Button icon={ChevronLeft} disabledReason={atStart} onClick={back}>
        Back
      </Button>
      <Button variant={hasNext ? 'primary' : 'quiet'} icon={ChevronRight} disabledReason={atEnd} onClick={next}>
        {hasStarted ? 'Next' : 'Start'}
      </Button>
      <IconButton
        icon={isRunning ? Pause : Play}
        label={isRunning ? 'Pause' : 'Play'}
        disabledReason={atEnd}
        onClick={() => setIsPlaying(!isRunning)}
      />
      <IconButton icon={RotateCcw} label="Start over" disabledReason={atStart} onClick={restart} />
    </div>
  )
}
