/** The rules of this workspace for reviewing drafts. Everybody sees them. Administrators change them. */
import { useState } from 'react'
import { load, read, useRead } from '#api/reads.ts'
import { type ReviewRules, reviewRuleLimits } from '#contract/index.ts'
import { SettingForm } from '#kit/actions/setting-form.tsx'
import { DataView } from '#kit/data/data-view.tsx'
import { Checkbox } from '#ui/forms/choice.tsx'
import { TextArea } from '#ui/forms/text-field.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { number } from '#ui/text/format-number.ts'
import { problemOf, reasonsIn } from './reasons.ts'
import { SecondReviewerForm } from './second-reviewer-form.tsx'
import { SnippetsForm } from './snippets-form.tsx'

function RejectReasonsForm({ rules }: { rules: ReviewRules }) {
  const [typed, setTyped] = useState<{ text?: string; isRequired?: boolean }>({})
  const saved = rules.rejectReasons.join('\n')
  const text = typed.text ?? saved
  const values = { rejectReasons: reasonsIn(text), isReasonRequired: typed.isRequired ?? rules.isReasonRequired }
  const problem = problemOf(values)
  return (
    <SettingForm
      title="Reasons to reject"
      intro="Whoever rejects a draft chooses one of these reasons by its number key. The reason stays in the audit. The service does not get it."
      what="reasons"
      command="reviewRulesChange"
      values={problem ? null : values}
      isChanged={values.rejectReasons.join('\n') !== saved || values.isReasonRequired !== rules.isReasonRequired}
      onReset={() => setTyped({})}
    >
      <div className="max-w-md">
        <TextArea
          label="Reasons"
          hint={`One reason per line, at most ${number(reviewRuleLimits.reasons)}. The order gives each its key, 1 to ${number(reviewRuleLimits.reasons)}.`}
          value={text}
          onChange={(next) => setTyped({ ...typed, text: next })}
          error={problem}
        />
      </div>
      <Checkbox
        label="A reason is required"
        checked={values.isReasonRequired}
        onChange={(next) => setTyped({ ...typed, isRequired: next })}
      />
    </SettingForm>
  )
}

const rulesRead = read('reviewRulesShow')
const snippetsRead = read('snippetsShow')
export const reviewLoader = () => load(rulesRead, snippetsRead)

export const ReviewPart = () => (
  <div className="flex flex-col gap-4">
    <DataView query={useRead(rulesRead)} loading={<SkeletonRows rows={3} columns={2} label="Loading review rules…" />}>
      {(rules) => (
        <>
          <SecondReviewerForm saved={rules.secondReviewerFlows} />
          <RejectReasonsForm rules={rules} />
        </>
      )}
    </DataView>
    <DataView query={useRead(snippetsRead)} loading={<SkeletonRows rows={3} columns={2} label="Loading snippets…" />}>
      {({ snippets }) => <SnippetsForm saved={snippets} />}
    </DataView>
  </div>
)
