/** The rules about whom this workspace calls and when. Everybody sees them, administrators change them. */
import { load, read, useRead } from '#api/reads.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { ContactLimitsForm } from './contact-limits.tsx'

const rulesRead = read('callingRulesShow')
export const callingRulesLoader = () => load(rulesRead)

export const CallingRulesPart = () => (
  <DataView
    reading={useRead(rulesRead)}
    loading={<SkeletonRows rows={4} columns={2} label="Reading the calling rules" />}
    isEmpty={() => false}
    empty={null}
  >
    {({ limits }) => <ContactLimitsForm key={JSON.stringify(limits)} limits={limits} />}
  </DataView>
)
