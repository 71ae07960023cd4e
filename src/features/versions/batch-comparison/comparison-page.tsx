/** `/batches/:batchId/comparison`: what changed between this batch and the one before of the same agent, or another one. */
import { type LoaderFunctionArgs, useParams } from 'react-router'
import * as z from 'zod/mini'
import { load, read, useRead } from '#api/reads.ts'
import { latestBatchesRead } from '#api/status.ts'
import { ComparedResults } from '#components/batches/results/compared-results.tsx'
import * as resultTexts from '#components/batches/results/texts.ts'
import { type ComparedBatch, type Contract, idPattern, type ResponseOf, type UsedRecord } from '#contract/index.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { parseSearch, useSearch } from '#kit/navigation/search-params.ts'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { Card } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { BatchFacts } from './batch-facts.tsx'
import { ChooseBatch } from './choose-batch.tsx'
import { ComparedRecordSection } from './compared-record.tsx'
import * as texts from './texts.ts'

const Search = z.object({ with: z.optional(z.string().check(z.regex(idPattern))) })

type Comparison = ResponseOf<Contract['batchComparisonShow']>
type Batches = readonly [earlier: ComparedBatch, later: ComparedBatch]

const comparisonRead = (batchId: string, other: string | undefined) =>
  read('batchComparisonShow', { params: { batchId }, query: other === undefined ? {} : { with: other } })

export const loader = ({ request, params: { batchId = '' } }: LoaderFunctionArgs) =>
  load(comparisonRead(batchId, parseSearch(Search, request.url).with), latestBatchesRead)

const resultsRead = (batchId: string) => read('batchResultShow', { params: { batchId } })

/** The results of both batches. */
function Results({ batches: [earlier, later] }: { batches: Batches }) {
  const before = useRead(resultsRead(earlier.batchId))
  const after = useRead(resultsRead(later.batchId))
  const retry = () => {
    before.retry()
    after.retry()
  }
  return (
    <DataView
      // The first that is missing, so that its refusal is shown.
      query={{ ...(before.data ? after : before), retry }}
      loading={<SkeletonRows rows={9} columns={4} label={resultTexts.loading} />}
    >
      {() =>
        before.data &&
        after.data && (
          <ComparedResults names={[nameOf(earlier), nameOf(later)]} earlier={before.data} later={after.data} />
        )
      }
    </DataView>
  )
}

const nameOf = ({ name, batchId }: ComparedBatch) => name || batchId

/** What Switchboard cannot tell about the records of the batches. */
function notesOn({ records }: Comparison, batches: Batches): string[] {
  const unknownStart = batches.find(({ callsFrom }) => callsFrom === null)
  if (unknownStart) return [texts.startUnknown(nameOf(unknownStart))]
  if (records.length === 0) return [texts.noRecords]
  const flows = records.filter(({ kind }) => kind === 'flow')
  if (flows.length === 0) return [texts.noFlow]
  const countUsed = (used: readonly (UsedRecord | null)[]) => used.filter((flow) => flow?.isUsed === true).length
  const counts = [countUsed(flows.map(({ earlier }) => earlier)), countUsed(flows.map(({ later }) => later))]
  return batches.flatMap((batch, index) => {
    const count = counts[index] ?? 0
    return count > 1 ? [texts.severalFlows(nameOf(batch), count)] : []
  })
}

function Result({ comparison, batches }: { comparison: Comparison; batches: Batches }) {
  return (
    <>
      <Results batches={batches} />
      {notesOn(comparison, batches).map((note) => (
        <ErrorNote key={note} tone="neutral" text={{ message: note }} />
      ))}
      {comparison.records.map((record) => (
        <ComparedRecordSection
          key={`${record.kind} ${record.later?.recordId ?? ''} ${record.earlier?.recordId ?? ''}`}
          record={record}
          batches={batches}
        />
      ))}
      <BatchFacts earlier={batches[0]} later={batches[1]} ruleChanges={comparison.ruleChanges} />
    </>
  )
}

export function Component() {
  const { batchId = '' } = useParams()
  const [search, setSearch] = useSearch(Search)
  const query = useRead(comparisonRead(batchId, search.with))
  const [first, second] = query.data?.batches ?? []
  const batch = [first, second].find((compared) => compared?.batchId === batchId)
  const other = [first, second].find((compared) => compared && compared.batchId !== batchId)
  const name = batch ? nameOf(batch) : batchId
  return (
    <Page>
      <PageHeader
        title={first && second ? texts.title(nameOf(first), nameOf(second)) : texts.titleAlone(name)}
        back={{ to: paths.batch(batchId), label: name }}
      />
      <div className="max-w-md">
        <ChooseBatch batchId={batchId} other={other ?? null} onChange={(chosen) => setSearch({ with: chosen })} />
      </div>
      <DataView
        query={query}
        loading={<SkeletonRows rows={8} columns={2} label={texts.loading} />}
        isEmpty={({ batches }) => batches.length < 2}
        empty={
          <Card>
            <EmptyState title={texts.nothingToCompare}>{texts.nothingToCompareHint}</EmptyState>
          </Card>
        }
      >
        {(comparison) => first && second && <Result comparison={comparison} batches={[first, second]} />}
      </DataView>
    </Page>
  )
}
