/** The rule that large batches need the approval of a second person. */
import { useState } from 'react'
import { SecondPerson } from '#contract/index.ts'
import { SettingForm } from '#kit/actions/setting-form.tsx'
import { Checkbox } from '#ui/forms/choice.tsx'
import { NumberField } from '#ui/forms/text-field.tsx'
import { wholeNumber } from '../shared/texts.tsx'

/** The largest batch without approval, in people, when the rule is turned on. */
const defaultThreshold = 1_000
const maxThreshold = 200_000

export function SecondPersonForm({ approval }: { approval: SecondPerson }) {
  const [typed, setTyped] = useState<{ isOn?: boolean; above?: number | null }>({})
  const { isOn, above } = { isOn: approval.above !== null, above: approval.above ?? defaultThreshold, ...typed }
  const { data } = SecondPerson.safeParse({ above: isOn ? above : null })
  const isValid = !isOn || (data !== undefined && above !== null)
  return (
    <SettingForm
      title="Second approval"
      intro="A batch waits for up to seven days until another campaign manager or administrator approves it, if it calls more people than this, alone or together with what the same person started in the last 24 hours. Nobody can approve their own batch. At least two people must be able to start batches."
      what="approval rule"
      command="callingRulesChange"
      values={isValid && data ? { approval: data } : null}
      isChanged={(isOn ? above : null) !== approval.above}
      onReset={() => setTyped({})}
    >
      <Checkbox
        label="Large batches need approval by a second person"
        checked={isOn}
        onChange={(next) => setTyped({ ...typed, isOn: next })}
      />
      {isOn && (
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberField
            label="Maximum people in a batch without approval"
            min={1}
            max={maxThreshold}
            value={above}
            onChange={(next) => setTyped({ ...typed, above: next })}
            error={isValid ? null : wholeNumber(1, maxThreshold)}
          />
        </div>
      )}
    </SettingForm>
  )
}
