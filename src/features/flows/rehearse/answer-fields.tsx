/** What a person can do when a rehearsal waits: type the customer's answer, choose a branch, or let the customer do something else. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { branchLabel } from '#flow-engine/graph.ts'
import type { Input, Waiting } from '#flow-engine/rehearsal.ts'
import { Button } from '#ui/forms/button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { visible } from '#ui/text/visible-text.tsx'
import * as texts from './texts.ts'

interface Props {
  waiting: Waiting
  stepName: (id: string) => string
  onInput: (input: Input) => void
}

export function AnswerFields({ waiting, stepName, onInput }: Props) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const group = useRef<HTMLDivElement>(null)
  // The previous field or button is gone, so the browser's focus would be lost.
  useEffect(() => {
    group.current?.querySelector<HTMLElement>('input, button')?.focus()
  }, [])
  const submit = () => {
    if (text.trim() === '') return setError('Enter the customer’s answer.')
    onInput({ kind: 'answer', text: text.trim() })
  }
  const { branches, rules } = waiting
  const isAnswer = waiting.for === 'answer'
  return (
    <div ref={group} className="flex flex-col gap-3">
      {isAnswer && (
        <div className="flex items-end gap-2">
          <div className="min-w-0 flex-1">
            <TextField
              label="Customer’s answer"
              value={text}
              error={error}
              onChange={setText}
              onKeyDown={(event) => {
                if (event.key === 'Enter') submit()
              }}
            />
          </div>
          <Button variant="primary" onClick={submit}>
            Answer
          </Button>
        </div>
      )}
      {branches.length > 0 && (
        <Choices
          label={isAnswer ? 'Or choose the branch' : 'The words of the answer do not decide. Choose the branch:'}
        >
          {branches.map((edge) => (
            <Choice key={edge.id} onClick={() => onInput({ kind: 'branch', edgeId: edge.id })}>
              {branchLabel(edge) || 'No label'} → {stepName(edge.target)}
            </Choice>
          ))}
        </Choices>
      )}
      {isAnswer && (
        <Choices label="Or the customer">
          <Choice onClick={() => onInput({ kind: 'asks-for-person' })}>Asks for a person</Choice>
          <Choice onClick={() => onInput({ kind: 'silent' })}>Says nothing</Choice>
          <Choice onClick={() => onInput({ kind: 'hangs-up' })}>Hangs up</Choice>
          {rules.map(({ rule, index }) => (
            <Choice key={index} onClick={() => onInput({ kind: 'rule', index })}>
              {texts.triggersRule(rule.when, index + 1)}
            </Choice>
          ))}
        </Choices>
      )}
    </div>
  )
}

const Choices = ({ label, children }: { label: string; children: ReactNode }) => (
  <fieldset className="flex min-w-0 flex-wrap gap-1.5">
    <legend className="mb-1.5 text-label text-muted">{label}</legend>
    {children}
  </fieldset>
)

/** A button whose text may be long, such as the name of a step. */
const Choice = ({ children, onClick }: { children: ReactNode; onClick: () => void }) => (
  <button
    type="button"
    className="min-h-control-small max-w-full rounded-base border border-line-strong bg-raised px-2 py-0.5 text-left text-label font-medium break-words text-ink transition-colors hover:border-control hover:bg-hover"
    onClick={onClick}
  >
    {visible(children)}
  </button>
)
