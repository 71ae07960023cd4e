/** What Switchboard knows of two batches beside their records: when they started, how their calls ended, and the calling rules. */
import type { ReactNode } from 'react'
import type { ComparedBatch, Contract, ResponseOf } from '#contract/index.ts'
import { type DataColumn, DataTable } from '#kit/data/data-table.tsx'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { usePermission } from '#kit/permissions.ts'
import { Section } from '#ui/layout/section.tsx'
import { numberOr } from '#ui/text/format-number.ts'
import { visible } from '#ui/text/visible-text.tsx'
import { Time } from '#ui/time/time.tsx'
import * as texts from './texts.ts'

type RuleChanges = ResponseOf<Contract['batchComparisonShow']>['ruleChanges']

interface Fact {
  label: string
  values: readonly [earlier: ReactNode, later: ReactNode]
}

function count(value: number | null | undefined, total: number | null | undefined): string {
  return value && total ? texts.share(value, total) : numberOr(value, texts.unknown)
}

const facts: readonly { label: string; valueOf: (batch: ComparedBatch) => ReactNode }[] = [
  {
    label: texts.nameFact,
    valueOf: ({ batchId, name }) => <Link to={paths.batch(batchId)}>{name || batchId}</Link>,
  },
  {
    label: texts.agentFact,
    valueOf: ({ agentId, agentName }) =>
      agentId === null ? texts.unknown : <Link to={paths.agent(agentId)}>{agentName ?? agentId}</Link>,
  },
  {
    label: texts.startFact,
    valueOf: ({ callsFrom }) => <Time at={callsFrom} show="day-and-time" none={texts.unknown} />,
  },
  { label: texts.startedByFact, valueOf: ({ startedBy }) => startedBy ?? texts.unknown },
  { label: texts.callsFact, valueOf: ({ progress }) => numberOr(progress?.total, texts.unknown) },
  { label: texts.completedFact, valueOf: ({ progress }) => count(progress?.completed, progress?.total) },
  { label: texts.failedFact, valueOf: ({ progress }) => count(progress?.failed, progress?.total) },
  { label: texts.cancelledFact, valueOf: ({ progress }) => count(progress?.cancelled, progress?.total) },
  {
    label: texts.callsBackFact,
    valueOf: ({ callsBack }) => (callsBack === null ? texts.unknown : texts.yesOrNo(callsBack)),
  },
  { label: texts.hoursFact, valueOf: ({ closing }) => closing?.place ?? texts.noLimit },
  { label: texts.leftOutFact, valueOf: ({ leftOut }) => numberOr(leftOut, texts.noneRecorded) },
]

const columns: readonly DataColumn<Fact>[] = [
  { id: 'fact', header: texts.factColumn, headerHidden: true, width: '11rem', cell: ({ label }) => label },
  { id: 'earlier', header: texts.earlierColumn, cell: ({ values: [earlier] }) => earlier },
  { id: 'later', header: texts.laterColumn, cell: ({ values: [, later] }) => later },
]

function RuleChangeList({ ruleChanges, from, to }: { ruleChanges: RuleChanges; from: number; to: number }) {
  const { reason } = usePermission('historyList')
  if (ruleChanges.length === 0) return <p className="text-muted">{texts.rulesUnchanged}</p>
  return (
    <>
      <p>{texts.rulesChanged(ruleChanges.length)}</p>
      <ul className="list-disc pl-5">
        {ruleChanges.map(({ at, operator }) => (
          <li key={at}>
            {operator && visible(texts.ruleChange(operator))}
            <Time at={at} show="day-and-time" />
          </li>
        ))}
      </ul>
      {!reason && (
        <Link to={`${paths.settings('audit')}?endpoint=callingRulesChange&from=${from}&to=${to}`}>
          {texts.showInAudit}
        </Link>
      )}
    </>
  )
}

interface Props {
  earlier: ComparedBatch
  later: ComparedBatch
  ruleChanges: RuleChanges
}

export function BatchFacts({ earlier, later, ruleChanges }: Props) {
  const rows = facts.map(({ label, valueOf }): Fact => ({ label, values: [valueOf(earlier), valueOf(later)] }))
  return (
    <Section title={texts.batches} flush>
      <DataTable caption={texts.batches} columns={columns} rows={rows} rowKey={({ label }) => label} sticky={false} />
      {earlier.callsFrom !== null && later.callsFrom !== null && (
        <div className="border-t border-line px-3 py-2">
          <RuleChangeList ruleChanges={ruleChanges} from={earlier.callsFrom} to={later.callsFrom} />
        </div>
      )}
    </Section>
  )
}
