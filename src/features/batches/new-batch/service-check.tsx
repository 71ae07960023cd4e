/** The service's own check of the rows: whether it agrees, where it differs, or that it did not answer. */
import { useQuery } from '@tanstack/react-query'
import type { CsvCheck, CsvPreview } from '#contract/index.ts'
import { csvLimits } from '#contract/index.ts'
import type { WrittenRows } from '#recipients/worker/protocol.ts'
import { Button } from '#ui/forms/button.tsx'
import { Section } from '#ui/layout/section.tsx'
import { Spinner } from '#ui/status/icon.tsx'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import {
  type AsReadAgreement,
  agreementAsRead,
  type Disagreement,
  disagreementsOfCheck,
  disagreementsOfPreview,
  isEmptyCheck,
  isPreviewInUnknownFormat,
} from './service-agreement.ts'
import * as texts from './service-check-texts.ts'
import { fileOf, isTooLongForServiceCheck, type NewBatch, type ServiceChecks } from './state/new-batch.ts'
import { applyOperation, locateRows, runServiceCheck } from './state/new-batch-store.ts'
import { partsOf } from './state/start-plan.ts'

const maxShownDifferences = 10

/** Finds the rows that the service names in the chosen file. Refetched when the rows change. */
function useLocatedRows(newBatch: NewBatch, written: WrittenRows, rows: readonly number[]) {
  const { data } = useQuery({
    queryKey: ['locatedRows', newBatch.readingNumber, newBatch.revision, written, rows],
    queryFn: () => locateRows(written, rows),
    enabled: rows.length > 0,
    placeholderData: (previous) => previous,
  })
  return rows.length === 0 ? [] : data
}

/** @param disagreements with row numbers of the chosen file */
function Disagreements({ disagreements }: { disagreements: readonly Disagreement[] }) {
  const rows = [...new Set(disagreements.flatMap(({ row }) => row ?? []))]
  return (
    <div className="flex flex-col gap-2">
      <StatusLabel state="needs-you" label="The service disagrees." wraps />
      <ul className="flex list-disc flex-col gap-1 pl-5 text-label">
        {disagreements.slice(0, maxShownDifferences).map(({ row, sentence }) => (
          <li key={`${row}/${sentence}`} className="break-words">
            {row !== null && `Row ${number(row)}. `}
            {sentence}
          </li>
        ))}
      </ul>
      {disagreements.length > maxShownDifferences && (
        <p className="text-label text-muted">And {number(disagreements.length - maxShownDifferences)} more.</p>
      )}
      {rows.length > 0 && (
        <div>
          <Button size="small" onClick={() => applyOperation({ kind: 'leaveOut', rows, out: true })}>
            {rows.length === 1 ? 'Leave out this row' : `Leave out these ${number(rows.length)} rows`}
          </Button>
        </div>
      )}
    </div>
  )
}

const AgreementLabel = ({ children }: { children: string }) => <StatusLabel state="done" label={children} wraps />

function AsReadResult({ agreement, rows, optedOut }: { agreement: AsReadAgreement; rows: number; optedOut: number }) {
  const { disagreements, corrected, leftOut, accepted } = agreement
  return (
    <div className="flex flex-col gap-2">
      {disagreements.length > 0 ? (
        <Disagreements disagreements={disagreements} />
      ) : (
        <AgreementLabel>{`The service agrees on ${plural(rows, 'row', 'rows')}.`}</AgreementLabel>
      )}
      {corrected + leftOut > 0 && <p className="text-label text-soft">{texts.rejectedRows(corrected, leftOut)}</p>}
      {accepted !== null && accepted > 0 && (
        <p className="text-label text-soft">
          The service would call {plural(accepted, 'row', 'rows')} that Switchboard leaves out. It does not check
          whether a number exists{optedOut > 0 ? ', is a duplicate or is marked “do not call”' : ' or is a duplicate'}.
        </p>
      )}
    </div>
  )
}

function CheckedAsRead({ newBatch, answer }: { newBatch: NewBatch; answer: CsvCheck }) {
  const located = useLocatedRows(
    newBatch,
    'asRead',
    // There is no row 0: an error without a row is about the whole file.
    answer.errors.map(({ row }) => row ?? 0),
  )
  const file = fileOf(newBatch)
  if (!file || !located) return <Checking checkName="asRead" />
  const { read, blank, valid, optedOut } = file.counts
  const rows = read - blank
  return (
    <AsReadResult
      rows={rows}
      optedOut={optedOut}
      agreement={agreementAsRead(answer, located, { rows, columns: file.columns }, rows - valid)}
    />
  )
}

function CheckedClean({ newBatch, answer }: { newBatch: NewBatch; answer: CsvCheck }) {
  const file = fileOf(newBatch)
  const { parts, callsPerPart } = partsOf(file?.counts.valid ?? 0)
  const sent = { rows: callsPerPart, columns: (file?.names ?? []).filter((name) => name !== null) }
  const disagreements = disagreementsOfCheck(sent, answer)
  const rows = disagreements.flatMap(({ row }) => row ?? [])
  const located = useLocatedRows(newBatch, 'clean', rows)
  if (!located) return <Checking checkName="clean" />
  if (disagreements.length === 0)
    return parts === 1 ? (
      <AgreementLabel>{`The service accepts ${sent.rows === 1 ? 'the only row' : `all ${plural(sent.rows, 'row', 'rows')}`}.`}</AgreementLabel>
    ) : (
      <>
        <AgreementLabel>{`The service accepts the ${plural(sent.rows, 'row', 'rows')} of the first part.`}</AgreementLabel>
        <p className="mt-1 text-label text-soft">
          The service takes at most {number(csvLimits.rows)} rows at once. It checks each other part when that part
          starts.
        </p>
      </>
    )
  const numberOf = (row: number | null) => (row === null ? null : (located[rows.indexOf(row)]?.number ?? row))
  return <Disagreements disagreements={disagreements.map(({ row, sentence }) => ({ row: numberOf(row), sentence }))} />
}

function PreviewResult({ newBatch }: { newBatch: NewBatch }) {
  const firstRows = fileOf(newBatch)?.first ?? []
  const { preview } = newBatch.serviceChecks
  if (preview.kind !== 'answered') return null
  const disagreements = disagreementsOfPreview(
    firstRows.map(({ phone_number, values }) => ({ phone_number, ...values })),
    preview.answer,
  )
  if (disagreements.length > 0)
    return (
      <Disagreements
        disagreements={disagreements.map(({ row, sentence }) => ({
          row: row && (firstRows[row - 2]?.row ?? row),
          sentence,
        }))}
      />
    )
  return (
    <AgreementLabel>{`The service reads the first ${plural(firstRows.length, 'row', 'rows')} in the same way.`}</AgreementLabel>
  )
}

function NoAnswer({ checkName, reason, label }: { checkName: keyof ServiceChecks; reason: string; label?: string }) {
  return (
    <div className="flex flex-col items-start gap-1.5">
      <StatusLabel state="stale" label={label ?? texts.checkTexts[checkName].unanswered} wraps />
      <p className="text-label text-soft">{reason} Switchboard has checked every row. You can continue.</p>
      <Button size="small" onClick={() => void runServiceCheck(checkName)}>
        Try again
      </Button>
    </div>
  )
}

/** The service answered in another format, which is no disagreement. */
const NotCompared = ({ checkName }: { checkName: keyof ServiceChecks }) => (
  <NoAnswer
    checkName={checkName}
    label={texts.checkTexts[checkName].notCompared}
    reason="The service responded in a format that Switchboard does not know."
  />
)

const Checking = ({ checkName }: { checkName: keyof ServiceChecks }) => (
  <p className="flex items-center gap-2 text-muted">
    <Spinner /> {texts.checkTexts[checkName].loading}
  </p>
)

function CheckResult({ newBatch, checkName }: { newBatch: NewBatch; checkName: keyof ServiceChecks }) {
  const check = newBatch.serviceChecks[checkName]
  if (checkName === 'asRead' && isTooLongForServiceCheck(newBatch))
    return (
      <p className="text-label text-soft">
        The service takes at most {number(csvLimits.rows)} rows at once, so it checks only the first part of the file,
        at Preview. Switchboard has checked every row.
      </p>
    )
  if (check.kind === 'unanswered') return <NoAnswer checkName={checkName} reason={check.reason} />
  if (check.kind !== 'answered') return <Checking checkName={checkName} />
  if (checkName === 'preview') {
    const isForeign = isPreviewInUnknownFormat(check.answer as CsvPreview)
    return isForeign ? <NotCompared checkName={checkName} /> : <PreviewResult newBatch={newBatch} />
  }
  const answer = check.answer as CsvCheck
  if (isEmptyCheck(answer)) return <NotCompared checkName={checkName} />
  return checkName === 'asRead' ? (
    <CheckedAsRead newBatch={newBatch} answer={answer} />
  ) : (
    <CheckedClean newBatch={newBatch} answer={answer} />
  )
}

/** @param refused why the operator may not ask the service; '' if they may */
export const ServiceCheck = ({
  newBatch,
  checkName,
  refusedReason,
}: {
  newBatch: NewBatch
  checkName: keyof ServiceChecks
  refusedReason: string
}) => (
  <Section title={texts.checkTexts[checkName].title}>
    {refusedReason ? (
      <p className="text-label text-soft">{refusedReason}</p>
    ) : (
      <CheckResult newBatch={newBatch} checkName={checkName} />
    )}
  </Section>
)
