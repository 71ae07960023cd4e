/** How much of the request budget results of calls may use. */
import { useState } from 'react'
import { read, useRead } from '#api/reads.ts'
import { maxOutcomePercent, OutcomeShare } from '#contract/index.ts'
import { SettingForm } from '#kit/actions/setting-form.tsx'
import { DataView } from '#kit/data/data-view.tsx'
import { NumberField } from '#ui/forms/text-field.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'

const shareRead = read('outcomeShareShow')

function ShareForm({ saved }: { saved: number }) {
  const [typed, setTyped] = useState<{ percent: number | null } | null>(null)
  const percent = typed ? typed.percent : saved
  const { data } = OutcomeShare.safeParse({ percent })
  return (
    <SettingForm
      title="Results of calls"
      intro="Lists of a batch’s calls do not say what was said, only the record of each call does. Switchboard reads these records when requests are left over, the newest batch first, and never while someone waits. Meanwhile, an open batch is refreshed every 4.4 seconds, not more often, and an open call somewhat less often."
      what="share for results of calls"
      command="outcomeShareChange"
      values={data ?? null}
      isChanged={percent !== saved}
      onReset={() => setTyped(null)}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          label="Most of the request budget, in percent"
          hint="0 reads no results by itself."
          min={0}
          max={maxOutcomePercent}
          value={percent}
          onChange={(next) => setTyped({ percent: next })}
          error={data ? null : `Enter a whole number from 0 to ${maxOutcomePercent}.`}
        />
      </div>
    </SettingForm>
  )
}

export const OutcomeShareForm = () => (
  <DataView
    query={useRead(shareRead)}
    loading={<SkeletonRows rows={2} columns={2} label="Loading the share for results of calls…" />}
  >
    {({ percent }) => <ShareForm saved={percent} />}
  </DataView>
)
