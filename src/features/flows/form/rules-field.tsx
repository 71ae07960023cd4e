/** The routing rules, evaluated from the top: when this, then that. */
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
import { ruleActions, ruleConditions, withCurrent } from '../option-words.ts'
import { type OutlineLine, unusedId } from '../steps/graph.ts'
import { stepName } from '../steps/step-types.ts'

interface Props {
  rules: readonly FlowRule[]
  lines: readonly OutlineLine[]
  errorAt: (name: string) => string | null
  onChange: (rules: FlowRule[]) => void
}

export function RulesField({ rules, lines, errorAt, onChange }: Props) {
  const list = useRef<HTMLOListElement>(null)
  const [moved, setMoved] = useState<{ id: string; to: number; by: number } | null>(null)
  // The keyboard stays on the button that moved a rule: the list has another order now.
  useEffect(() => {
    if (!moved) return
    const buttons = list.current?.children[moved.to]?.querySelectorAll<HTMLElement>('[data-move] button')
    buttons?.[moved.by < 0 ? 0 : 1]?.focus()
  }, [moved])

  const change = (at: number, patch: Partial<FlowRule>) =>
    onChange(rules.map((rule, position) => (position === at ? { ...rule, ...patch } : rule)))
  const move = (at: number, by: number) => {
    const rule = rules[at]
    if (!rule) return
    onChange(rules.toSpliced(at, 1).toSpliced(at + by, 0, rule))
    setMoved({ id: rule.id, to: at + by, by })
  }
  const add = () => onChange([...rules, { id: unusedId(rules, 'rule'), when: '', then: 'transfer', value: '' }])

  return (
    <div className="flex flex-col gap-2">
      <output className="sr-only">{moved && `The rule is now number ${moved.to + 1}.`}</output>
      {rules.length === 0 && (
        <p className="text-muted">No rules. A rule says what happens when a call takes an unexpected turn.</p>
      )}
      <ol ref={list} aria-label="Rules" className="flex flex-col gap-2">
        {rules.map((rule, at) => (
          <li
            // oxlint-disable-next-line react/no-array-index-key -- two rules of a service may have the same id
            key={`${rule.id} ${rules.findIndex(({ id }) => id === rule.id) === at ? '' : at}`}
            aria-label={`Rule ${at + 1}`}
            className="flex items-start gap-2 rounded-base border border-line px-2 py-2"
          >
            <span className="w-5 pt-7 text-right text-muted tabular-nums">{at + 1}.</span>
            <div className="grid min-w-0 flex-1 gap-2 md:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)_minmax(0,1.6fr)]">
              <SuggestField
                label="When"
                name={ruleField(at, 'when')}
                error={errorAt(ruleField(at, 'when'))}
                hint={ruleConditions[rule.when] && `When ${ruleConditions[rule.when]}.`}
                suggestions={Object.keys(ruleConditions)}
                value={rule.when}
                onChange={(when) => change(at, { when })}
              />
              <Select
                label="Then"
                name={ruleField(at, 'then')}
                error={errorAt(ruleField(at, 'then'))}
                options={withCurrent(ruleActions, rule.then)}
                value={rule.then}
                onChange={(then) => change(at, { then })}
              />
              <RuleValue
                rule={rule}
                lines={lines}
                name={ruleField(at, 'value')}
                error={errorAt(ruleField(at, 'value'))}
                onChange={(value) => change(at, { value })}
              />
            </div>
            <span data-move className="flex pt-5.5">
              <IconButton
                size="small"
                icon={ArrowUp}
                label={`Move rule ${at + 1} up`}
                disabledReason={at === 0 && 'This is the first rule.'}
                onClick={() => move(at, -1)}
              />
              <IconButton
                size="small"
                icon={ArrowDown}
                label={`Move rule ${at + 1} down`}
                disabledReason={at === rules.length - 1 && 'This is the last rule.'}
                onClick={() => move(at, 1)}
              />
              <IconButton
                size="small"
                icon={X}
                label={`Delete rule ${at + 1}`}
                onClick={() => onChange(rules.toSpliced(at, 1))}
              />
            </span>
          </li>
        ))}
      </ol>
      <div>
        <Button size="small" icon={Plus} onClick={add}>
          Add a rule
        </Button>
      </div>
    </div>
  )
}

const valueLabels: Partial<Record<string, string>> = { transfer: 'To whom', message: 'Text of the message' }

interface ValueProps {
  rule: FlowRule
  lines: readonly OutlineLine[]
  name: string
  error: string | null
  onChange: (value: string) => void
}

function RuleValue({ rule, lines, onChange, ...field }: ValueProps) {
  if (rule.then === 'end') return null
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
  return <TextField label={valueLabels[rule.then] ?? 'Value'} {...field} value={rule.value} onChange={onChange} />
}
