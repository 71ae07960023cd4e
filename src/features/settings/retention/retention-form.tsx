/** How many days calls are kept, or figures about them. */
import { useState } from 'react'
import { read, useRead } from '#api/reads.ts'
import { CallRetention, callRetentionDays, FigureRetention, figureRetentionDays } from '#contract/index.ts'
import { SettingForm } from '#kit/actions/setting-form.tsx'
import { DataView } from '#kit/data/data-view.tsx'
import { NumberField } from '#ui/forms/text-field.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { wholeNumber } from '../shared/texts.tsx'

export const retentions = {
  calls: {
    current: read('callRetentionShow'),
    command: 'callRetentionChange',
    schema: CallRetention,
    limits: callRetentionDays,
    texts: {
      loading: 'Loading how long calls are kept…',
      title: 'How long calls are kept',
      intro:
        'Switchboard stores what it received while someone watched a call of this workspace, and the results of batch calls that it read after they ended: person, agent and transcript. Anyone who can see live calls can read them. If you shorten the time, older calls are deleted immediately. This cannot be undone. Batch rows belong to no workspace and follow the longest setting of all workspaces.',
      days: 'Days to keep calls',
      daysHint: 'Counted from when Switchboard last received the call. 0 keeps nothing.',
      saved: 'days to keep calls',
    },
  },
  figures: {
    current: read('figureRetentionShow'),
    command: 'figureRetentionChange',
    schema: FigureRetention,
    limits: figureRetentionDays,
    texts: {
      loading: 'Loading how long figures are kept…',
      title: 'How long figures are kept',
      intro:
        'Figures about calls and decisions are shown under Reports. They contain no customer names, phone numbers or message texts. They do contain reviewers’ names and reasons of rejections. This setting applies to all workspaces. Figures about calls are kept at least as long as the calls. If you shorten the time, older figures are deleted immediately. This cannot be undone.',
      days: 'Days to keep figures',
      daysHint:
        'Counted from the start of a call or the time of a decision. With 800 days you can compare a year with the previous one.',
      saved: 'days to keep figures',
    },
  },
} as const

interface Props {
  of: keyof typeof retentions
}

function DaysForm({ of, savedDays }: Props & { savedDays: number }) {
  const { command, schema, limits, texts } = retentions[of]
  const [typed, setTyped] = useState<{ days: number | null } | null>(null)
  const days = typed ? typed.days : savedDays
  const { data } = schema.safeParse({ days })
  return (
    <SettingForm
      title={texts.title}
      intro={texts.intro}
      what={texts.saved}
      command={command}
      values={data ?? null}
      isChanged={days !== savedDays}
      onReset={() => setTyped(null)}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          label={texts.days}
          hint={texts.daysHint}
          {...limits}
          value={days}
          onChange={(next) => setTyped({ days: next })}
          error={data ? null : wholeNumber(limits.min, limits.max)}
        />
      </div>
    </SettingForm>
  )
}

export const RetentionForm = ({ of }: Props) => (
  <DataView
    query={useRead(retentions[of].current)}
    loading={<SkeletonRows rows={2} columns={2} label={retentions[of].texts.loading} />}
  >
    {({ days }) => <DaysForm of={of} savedDays={days} />}
  </DataView>
)
