/** The drafts that wait now, by their age. */
import { useRead } from '#api/reads.ts'
import { Chart } from '#components/charts/chart.tsx'
import { DataView } from '#kit/data/data-view.tsx'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Section } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { useGatewayTime } from '#ui/time/clock.ts'
import { countAges } from './decision-figures.ts'
import { waitingRead } from './reads.ts'
import * as texts from './texts.tsx'

const minuteMs = 60_000

/** @param props.agent the ID of the agent whose drafts are counted; '': all agents */
export function WaitingDrafts({ agent }: { agent: string }) {
  const query = useRead(waitingRead)
  const now = useGatewayTime(minuteMs)
  const drafts = query.data?.drafts.filter(({ agentId }) => agent === '' || agentId === agent) ?? []
  const values = countAges(
    drafts.map(({ at }) => at),
    now,
  )
  const unknown = drafts.filter(({ at }) => at === null).length
  return (
    <Section
      title={texts.waiting}
      facts={drafts.length > 0 && texts.waitingFacts(drafts.length)}
      actions={<Link to={paths.review()}>{texts.openQueue}</Link>}
    >
      <DataView
        query={query}
        loading={<SkeletonRows rows={6} columns={1} label={texts.counting} />}
        isEmpty={() => drafts.length === 0}
        empty={<p className="text-muted">{query.data?.conversations === 0 ? texts.notLoaded : texts.noneWaiting}</p>}
      >
        {() => (
          <Chart
            kind="bars"
            data={{
              title: texts.waiting,
              pointHeader: texts.waitingAge,
              points: texts.ages.map((label) => ({ key: label, label, to: paths.review() })),
              series: [{ id: 'drafts', label: texts.waitingDrafts, fill: 'solid', values }],
              note: unknown === 0 ? '' : texts.unknownAge(unknown),
              fileName: texts.waitingFile,
            }}
          />
        )}
      </DataView>
    </Section>
  )
}
