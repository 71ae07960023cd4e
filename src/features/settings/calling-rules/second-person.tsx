/** Above how many people a start needs the approval of a second person. */
import { useState } from 'react'
import { SecondPerson } from '#contract/index.ts'
import { Checkbox } from '#ui/forms/choice.tsx'
import { NumberField } from '#ui/forms/text-field.tsx'
import { RuleForm } from './rule-form.tsx'

/** Offered when the rule is turned on. */
const usualNumber = 1_000
const most = 200_000

export function SecondPersonForm({ approval }: { approval: SecondPerson }) {
  const [typed, setTyped] = useState<{ isOn?: boolean; above?: number | null }>({})
  const { isOn, above } = { isOn: approval.above !== null, above: approval.above ?? usualNumber, ...typed }
  const { data } = SecondPerson.safeParse({ above: isOn ? above : null })
  const isTyped = !isOn || (data !== undefined && above !== null)
  return (
    <RuleForm
      title="Second person"
      intro="A start of more people than this waits until another campaign manager or administrator approves it, seven days at most. Nobody approves their own. It takes two people who may start batches."
      rules={isTyped && data ? { approval: data } : null}
      changed={(isOn ? above : null) !== approval.above}
      onReset={() => setTyped({})}
    >
      <Checkbox
        label="Large starts need a second person"
        checked={isOn}
        onChange={(next) => setTyped({ ...typed, isOn: next })}
      />
      {isOn && (
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberField
            label="Most people in a start without approval"
            min={1}
            max={most}
            value={above}
            onChange={(next) => setTyped({ ...typed, above: next })}
            error={isTyped ? null : 'Write a whole number from 1 to 200,000.'}
          />
        </div>
      )}
    </RuleForm>
  )
}
