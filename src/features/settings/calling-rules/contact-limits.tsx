/** How often one person is called. */
import { useState } from 'react'
import { ContactLimits } from '#contract/index.ts'
import { NumberField } from '#ui/forms/text-field.tsx'
import { RuleForm } from './rule-form.tsx'

const most = 100
const problemOf = (value: number | null) =>
  value !== null && Number.isInteger(value) && value >= 1 && value <= most
    ? null
    : `Write a whole number from 1 to ${most}.`

export function ContactLimitsForm({ limits }: { limits: ContactLimits }) {
  const [typed, setTyped] = useState<{ perDay?: number | null; perWeek?: number | null }>({})
  const { perDay, perWeek } = { ...limits, ...typed }
  const { data } = ContactLimits.safeParse({ perDay, perWeek })
  return (
    <RuleForm
      title="Contact limits"
      intro="A batch leaves out people who were called this often, unless whoever starts it gives a reason. Call-backs within a batch and calls that reached nobody do not count; a single call only warns."
      rules={data ? { limits: data } : null}
      changed={perDay !== limits.perDay || perWeek !== limits.perWeek}
      onReset={() => setTyped({})}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          label="Most calls to one person in 24 hours"
          min={1}
          max={most}
          value={perDay}
          onChange={(next) => setTyped({ ...typed, perDay: next })}
          error={problemOf(perDay)}
        />
        <NumberField
          label="Most calls to one person in 7 days"
          min={1}
          max={most}
          value={perWeek}
          onChange={(next) => setTyped({ ...typed, perWeek: next })}
          error={problemOf(perWeek)}
        />
      </div>
    </RuleForm>
  )
}
