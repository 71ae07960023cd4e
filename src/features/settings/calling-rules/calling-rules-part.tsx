/** The rules about whom this workspace may call, when and how often. Everybody sees them. Administrators change them. */
import { load, read, useRead } from '#api/reads.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { CalledCountriesForm } from './called-countries.tsx'
import { CallingHoursForm } from './calling-hours.tsx'
import { ContactLimitsForm } from './contact-limits.tsx'
import { SecondPersonForm as ApprovalForm } from './second-person.tsx'

const rulesRead = read('callingRulesShow')
export const callingRulesLoader = () => load(rulesRead)

export const CallingRulesPart = () => (
  <DataView query={useRead(rulesRead)} loading={<SkeletonRows rows={4} columns={2} label="Loading calling rules…" />}>
    {({ limits, hours, approval, countries = [] }) => (
      <div className="flex flex-col gap-4">
        <ContactLimitsForm limits={limits} />
        <CallingHoursForm hours={hours} />
        <ApprovalForm approval={approval} />
        <CalledCountriesForm countries={countries} />
      </div>
    )}
  </DataView>
)
