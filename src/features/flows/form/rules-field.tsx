/** Edits the rules of a flow. The first rule whose condition matches applies. */
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState } from 'react'
import type { FlowRule } from '#contract/index.ts'
import { Button } from '#ui/forms/button.tsx'
import { IconButton } from '#ui/forms/icon-button.tsx'
import { Select } from '#ui/forms/select.tsx'
import { SuggestField } from '#ui/forms/suggest-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { ruleField } from '../draft.ts'
import { withCurrent } from '../options.ts'
import { PromptField } from '../panels/prompt-field.tsx'
import { type OutlineLine, unusedId } from '../steps/graph.ts'
import { stepName } from '../steps/step-types.ts'
import { ruleActionOptions, ruleConditionLabels, rulesLabel } from '../texts.tsx'
import * as texts from './texts.ts'

interface Props {
  rules: readonly FlowRule[]
  lines: readonly OutlineLine[]
  errorAt: (name: string) => string | null
  onChange: (rules: FlowRule[]) => void
}

export function RulesField({ rules, lines, errorAt, onChange }: Props) {
  const list = useRef<HTMLOListElement>(null)
  const [moved, setMoved] = useState<{ id: string; index: number; offset: number } | null>(null)
  // Focus the button that moved the rule again, because it is now in another place of the list.
  useEffect(() => {
    if (!moved) return
    const buttons = list.current?.children[moved.index]?.querySelectorAll<HTMLElement>('[data-move] button')
    buttons?.[moved.offset < 0 ? 0 : 1]?.focus()
  }, [moved])

  const change = (index: number, changes: Partial<FlowRule>) =>
    onChange(rules.map((rule, position) => (position === index ? { ...rule, ...changes } : rule)))
  const move = (index: number, offset: number) => {
    const rule = rules[index]
    if (!rule) return
    onChange(rules.toSpliced(index, 1).toSpliced(index + offset, 0, rule))
    setMoved({ id: rule.id, index: index + offset, offset })
  }
  const add = () => onChange([...rules, { id: unusedId(rules, 'rule'), when: '', then: 'transfer', value: '' }])

  return (
    <div className="@container flex flex-col gap-2">
      <output className="sr-only">{moved && `The rule is now number ${moved.index + 1}.`}</output>
      {rules.length === 0 && (
        <p className="text-muted">
          No rules. Add a rule to decide what happens, for example, when the caller asks for a person or nobody speaks.
        </p>
      )}
      <ol ref={list} aria-label={rulesLabel} className="flex flex-col gap-2">
        {rules.map((rule, index) => (
          <li
            // oxlint-disable-next-line react/no-array-index-key -- a service may give two rules the same ID
            key={`${rule.id} ${rules.findIndex(({ id }) => id === rule.id) === index ? '' : index}`}
            aria-label={texts.rule(index + 1)}
            className="rounded-base border border-line px-3 py-2"
          >
            <div className="flex items-center">
              <span className="flex-1 text-label font-medium text-muted">{texts.rule(index + 1)}</span>
              <span data-move className="flex">
                <IconButton
                  size="small"
                  icon={ArrowUp}
                  label={`Move rule ${index + 1} up`}
                  disabledReason={index === 0 && 'This is the first rule.'}
                  onClick={() => move(index, -1)}
                />
                <IconButton
                  size="small"
                  icon={ArrowDown}
                  label={`Move rule ${index + 1} down`}
                  disabledReason={index === rules.length - 1 && 'This is the last rule.'}
                  onClick={() => move(index, 1)}
                />
              </span>
              <IconButton
                size="small"
                icon={X}
                label={`Delete rule ${index + 1}`}
                onClick={() => onChange(rules.toSpliced(index, 1))}
              />
            </div>
            <div className="grid min-w-0 gap-2 @xl:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)_minmax(0,1.6fr)]">
              <RuleCondition
                condition={rule.when}
                name={ruleField(index, 'when')}
                error={errorAt(ruleField(index, 'when'))}
                onChange={(when) => change(index, { when })}
              />
              <Select
                label="Then"
                name={ruleField(index, 'then')}
                error={errorAt(ruleField(index, 'then'))}
                options={withCurrent(ruleActionOptions, rule.then)}
                value={rule.then}
                onChange={(then) => change(index, { then })}
              />
              <RuleValue
                rule={rule}
                lines={lines}
                name={ruleField(index, 'value')}
                error={errorAt(ruleField(index, 'value'))}
                onChange={(value) => change(index, { value })}
              />
            </div>
          </li>
        ))}
      </ol>
      <div>
        <Button size="small" icon={Plus} onClick={add}>
          Add rule
        </Button>
      </div>
    </div>
  )
}

const conditionsByLabel = new Map([...ruleConditionLabels].map(([condition, label]) => [label, condition]))
const conditionOf = (text: string) => conditionsByLabel.get(text) ?? text

interface RuleConditionProps {
  condition: string
  name: string
  error: string | null
  onChange: (condition: string) => void
}

/** Shows a known condition by its label. Any other text is the condition itself. */
function RuleCondition({ condition, onChange, ...field }: RuleConditionProps) {
  // While the field is edited, it keeps the typed text, even if that text is a condition with a label.
  const [typed, setTyped] = useState<string | null>(null)
  const label = ruleConditionLabels.get(condition) ?? condition
  return (
    <SuggestField
      label="When"
      {...field}
      suggestions={[...ruleConditionLabels.values()]}
      value={typed !== null && conditionOf(typed) === condition ? typed : label}
      onChange={(text) => {
        setTyped(text)
        onChange(conditionOf(text))
      }}
      onBlur={() => setTyped(null)}
    />
  )
}

interface RuleValueProps {
  rule: FlowRule
  lines: readonly OutlineLine[]
  name: string
  error: string | null
  onChange: (value: string) => void
}

function RuleValue({ rule, lines, onChange, ...field }: RuleValueProps) {
  if (rule.then === 'end')
    return (
      <PromptField
        label="Goodbye"
        {...field}
        optional
        rows={1}
        hint="What the agent says before the call ends. If empty, it uses its own words."
        value={rule.value}
        onChange={onChange}
      />
    )
  if (rule.then === 'message')
    return <PromptField label="Message text" {...field} rows={2} value={rule.value} onChange={onChange} />
  if (rule.then === 'go_to_node') {
    return (
      <Select
        label="Step"
        {...field}
        options={withCurrent(
          lines.map((line) => ({ value: line.node.id, label: stepName(line) })),
          rule.value,
        )}
        placeholder="Choose a step"
        value={rule.value || null}
        onChange={onChange}
      />
    )
  }
  return (
    <TextField
      label={rule.then === 'transfer' ? 'Department or person' : 'Value'}
      {...field}
      value={rule.value}
      onChange={onChange}
    />
  )
}
