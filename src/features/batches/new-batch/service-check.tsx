/** The service's own check of the rows: whether it agrees, where it differs, or that it did not answer. */
import { useQuery } from '@tanstack/react-query'
import type { CsvCheck, CsvPreview } from '#contract/index.ts'
import type { WrittenRows } from '#recipients/worker/protocol.ts'
import { Button } from '#ui/forms/button.tsx'
import { Section } from '#ui/layout/section.tsx'
import { Spinner } from '#ui/status/icon.tsx'
import { StatusLabel } from '#ui/status/status-label.tsx'
import {
  type AsReadAgreement,
  agreementAsRead,
  type Disagreement,
  disagreementsOfCheck,
  disagreementsOfPreview,
  isEmptyCheck,
  isForeignPreview,
} from './service-agreement.ts'
import * as texts from './service-check-texts.ts'
import { fileOf, isTooLongToAsk, type NewBatch, type Questions } from './state/new-batch.ts'
import { act, askService, locateRows } from './state/new-batch-store.ts'
import { partsOf } from './state/start-plan.ts'

const maxShownDifferences = 10

/** Finds the rows that the service names in the chosen file. Queried again when the rows change. */
function useLocated(newBatch: NewBatch, what: WrittenRows, rows: readonly number[]) {
  const { data } = useQuery({
    queryKey: ['rowsOfService', newBatch.turn, newBatch.revision, what, rows],
    queryFn: () => locateRows(what, rows),
    enabled: rows.length > 0,
    placeholderData: (previous) => previous,
  })
  return rows.length === 0 ? [] : data
}

/** @param found with rows of the chosen file */
function Disagreements({ found }: { found: readonly Disagreement[] }) {
  const rows = [...new Set(found.flatMap(({ row }) => row ?? []))]
  return (
    <div className="flex flex-col gap-2">
      <StatusLabel state="needs-you" label={texts.disagrees} />
      <ul className="flex list-disc flex-col gap-1 pl-5 text-label">
        {found.slice(0, maxShownDifferences).map(({ row, sentence }) => (
          <li key={`${row}/${sentence}`} className="break-words">
            {row !== null && texts.inRow(row)}
            {sentence}
          </li>
        ))}
      </ul>
      {found.length > maxShownDifferences && (
        <p className="text-label text-muted">{texts.moreDisagreements(found.length - maxShownDifferences)}</p>
      )}
      {rows.length > 0 && (
        <div>
          <Button size="small" onClick={() => act({ kind: 'leaveOut', rows, out: true })}>
            {texts.leaveOutRows(rows.length)}
          </Button>
        </div>
      )}
    </div>
  )
}

const Agreed = ({ children }: { children: string }) => <StatusLabel state="done" label={children} />

function AsRead({ agreement, rows, optedOut }: { agreement: AsReadAgreement; rows: number; optedOut: number }) {
  const { found, corrected, leftOut, accepted } = agreement
  return (
    <div className="flex flex-col gap-2">
      {found.length > 0 ? <Disagreements found={found} /> : <Agreed>{texts.agreesOn(rows)}</Agreed>}
      {corrected + leftOut > 0 && <p className="text-label text-soft">{texts.rejectedRows(corrected, leftOut)}</p>}
      {accepted !== null && accepted > 0 && (
        <p className="text-label text-soft">{texts.wouldCallLeftOut(accepted, optedOut)}</p>
      )}
    </div>
  )
}

function CheckedAsRead({ newBatch, answer }: { newBatch: NewBatch; answer: CsvCheck }) {
  const located = useLocated(
    newBatch,
    'asRead',
    // There is no row 0: an error without a row is about the whole file.
    answer.errors.map(({ row }) => row ?? 0),
  )
  const file = fileOf(newBatch)
  if (!file || !located) return <Checking what="asRead" />
  const { read, blank, valid, optedOut } = file.counts
  const rows = read - blank
  return (
    <AsRead
      rows={rows}
      optedOut={optedOut}
      agreement={agreementAsRead(answer, located, { rows, columns: file.columns }, rows - valid)}
    />
  )
}

function CheckedClean({ newBatch, answer }: { newBatch: NewBatch; answer: CsvCheck }) {
  const file = fileOf(newBatch)
  const { parts, each } = partsOf(file?.counts.valid ?? 0)
  const sent = { rows: each, columns: (file?.names ?? []).filter((name) => name !== null) }
  const found = disagreementsOfCheck(sent, answer)
  const rows = found.flatMap(({ row }) => row ?? [])
  const located = useLocated(newBatch, 'clean', rows)
  if (!located) return <Checking what="clean" />
  if (found.length === 0)
    return parts === 1 ? (
      <Agreed>{texts.acceptsAll(sent.rows)}</Agreed>
    ) : (
      <>
        <Agreed>{texts.acceptsFirstPart(sent.rows)}</Agreed>
        <p className="mt-1 text-label text-soft">{texts.otherPartsLater}</p>
      </>
    )
  const numberOf = (row: number | null) => (row === null ? null : (located[rows.indexOf(row)]?.number ?? row))
  return <Disagreements found={found.map(({ row, sentence }) => ({ row: numberOf(row), sentence }))} />
}

function Previewed({ newBatch }: { newBatch: NewBatch }) {
  const first = fileOf(newBatch)?.first ?? []
  const { preview } = newBatch.questions
  if (preview.kind !== 'answered') return null
  const found = disagreementsOfPreview(
    first.map(({ phone_number, values }) => ({ phone_number, ...values })),
    preview.answer,
  )
  if (found.length > 0)
    return (
      <Disagreements
        found={found.map(({ row, sentence }) => ({ row: row && (first[row - 2]?.row ?? row), sentence }))}
      />
    )
  return <Agreed>{texts.readsFirstRows(first.length)}</Agreed>
}

function Silent({ what, why, label }: { what: keyof Questions; why: string; label?: string }) {
  return (
    <div className="flex flex-col items-start gap-1.5">
      <StatusLabel state="stale" label={label ?? texts.checkTexts[what].silent} />
      <p className="text-label text-soft">
        {why} {texts.ownCheckCounts}
      </p>
      <Button size="small" onClick={() => void askService(what)}>
        {texts.tryAgain}
      </Button>
    </div>
  )
}

/** The service answered in another format, which is no disagreement. */
const NotCompared = ({ what }: { what: keyof Questions }) => (
  <Silent what={what} label={texts.checkTexts[what].notCompared} why={texts.unknownFormat} />
)

const Checking = ({ what }: { what: keyof Questions }) => (
  <p className="flex items-center gap-2 text-muted">
    <Spinner /> {texts.checkTexts[what].loading}
  </p>
)

function Answer({ newBatch, what }: { newBatch: NewBatch; what: keyof Questions }) {
  const asked = newBatch.questions[what]
  if (what === 'asRead' && isTooLongToAsk(newBatch))
    return <p className="text-label text-soft">{texts.tooLongToCheck}</p>
  if (asked.kind === 'silent') return <Silent what={what} why={asked.why} />
  if (asked.kind !== 'answered') return <Checking what={what} />
  if (what === 'preview') {
    const isForeign = isForeignPreview(asked.answer as CsvPreview)
    return isForeign ? <NotCompared what={what} /> : <Previewed newBatch={newBatch} />
  }
  const answer = asked.answer as CsvCheck
  if (isEmptyCheck(answer)) return <NotCompared what={what} />
  return what === 'asRead' ? (
    <CheckedAsRead newBatch={newBatch} answer={answer} />
  ) : (
    <CheckedClean newBatch={newBatch} answer={answer} />
  )
}

/** @param refused why the operator may not ask the service; '' if they may */
export const ServiceCheck = ({
  newBatch,
  what,
  refused,
}: {
  newBatch: NewBatch
  what: keyof Questions
  refused: string
}) => (
  <Section title={texts.checkTexts[what].title}>
    {refused ? <p className="text-label text-soft">{refused}</p> : <Answer newBatch={newBatch} what={what} />}
  </Section>
)
