/** The drafts that wait now, by their age. */
import { useRead } from '#api/reads.ts'
import { Chart } from '#components/charts/chart.tsx'
import { isoDay } from '#components/charts/time-points.ts'
import { draftAgeBands, isOfAge } from '#components/decisions/draft-age-bands.ts'
import { draftAgeLabels } from '#components/decisions/draft-age-texts.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Section } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { plural } from '#ui/text/format-number.ts'
import { useGatewayTime } from '#ui/time/clock.ts'
import { fileNameOf } from '../export-label.ts'
import { waitingRead } from './search.ts'
import * as texts from './texts.tsx'

const minuteMs = 60_000

interface Props {
  /** The ID of the agent whose drafts are counted; '': all agents. */
  agent: string
  /** Its name; ''. */
  agentName: string
}

export function WaitingDrafts({ agent, agentName }: Props) {
  const query = useRead(waitingRead)
  const now = useGatewayTime(minuteMs)
  const drafts = query.data?.drafts.filter(({ agentId }) => agent === '' || agentId === agent) ?? []
  const values = draftAgeBands.map((age) => drafts.filter(({ at }) => isOfAge(age, at ?? Number.NaN, now)).length)
  const unknown = drafts.filter(({ at }) => at === null).length
  return (
    <Section
      title="Waiting now"
      facts={drafts.length > 0 && plural(drafts.length, 'draft', 'drafts')}
      actions={<Link to={paths.review({ agent })}>Open queue</Link>}
    >
      <DataView
        query={query}
        loading={<SkeletonRows rows={6} columns={1} label={texts.counting} />}
        isEmpty={() => drafts.length === 0}
        empty={
          <p className="text-muted">
            {query.data?.conversations === 0 ? 'No drafts loaded yet. Open the queue to load them.' : 'No drafts'}
          </p>
        }
      >
        {() => (
          <Chart
            kind="bars"
            data={{
              title: 'Waiting drafts by age',
              pointHeader: 'Age',
              points: draftAgeBands.map((age) => ({
                key: age,
                label: draftAgeLabels[age],
                to: paths.review({ agent, age }),
              })),
              series: [{ id: 'drafts', label: 'Drafts', fill: 'solid', values }],
              note: unknown === 0 ? '' : `${plural(unknown, 'draft', 'drafts')} of unknown age.`,
              fileName: fileNameOf('waiting-drafts-by-age', isoDay(now), agentName),
            }}
          />
        )}
      </DataView>
    </Section>
  )
}
