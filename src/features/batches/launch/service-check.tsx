/** What the service itself says of the rows: that it agrees, where not, or that it said nothing. */
import { useQuery } from '@tanstack/react-query'
import { type CsvCheck, type CsvPreview, csvLimits } from '#contract/index.ts'
import type { WrittenRows } from '#recipients/worker/protocol.ts'
import { Button } from '#ui/forms/button.tsx'
import { Section } from '#ui/layout/section.tsx'
import { Spinner } from '#ui/status/icon.tsx'
import { Lamp } from '#ui/status/lamp.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import {
  type AsReadAgreement,
  agreementAsRead,
  type Disagreement,
  disagreementsOfCheck,
  disagreementsOfPreview,
  isEmptyCheck,
  isForeignPreview,
} from './service-agreement.ts'
import { fileOf, isTooLongToAsk, type Launch, type Questions } from './state/launch.ts'
import { act, askService, locateRows } from './state/launch-store.ts'
import { partsOf } from './state/start-plan.ts'

const shown = 10

const words: Record<keyof Questions, { title: string; doing: string; deed: string }> = {
  asRead: { title: "The service's check", doing: 'The service checks the rows too', deed: 'check these rows' },
  clean: {
    title: "The service's last check",
    doing: 'The service checks the file that will be sent',
    deed: 'check the file that will be sent',
  },
  preview: { title: "The service's preview", doing: 'The service reads the rows too', deed: 'read these rows' },
}

const theseRows = (count: number) => (count === 1 ? 'Leave out this row' : `Leave out these ${number(count)} rows`)

/** Rows of a file for the service, in the chosen one. Asked anew when the rows changed: what became of them may have, too. */
function useLocated(launch: Launch, what: WrittenRows, rows: readonly number[]) {
  const { data } = useQuery({
    queryKey: ['rowsOfService', launch.turn, launch.revision, what, rows],
    queryFn: () => locateRows(what, rows),
    enabled: rows.length > 0,
    placeholderData: (previous) => previous,
  })
  return rows.length === 0 ? [] : data
}

/** @param found by the rows of the chosen file */
function Found({ found }: { found: readonly Disagreement[] }) {
  const rows = [...new Set(found.flatMap(({ row }) => row ?? []))]
  return (
    <div className="flex flex-col gap-2">
      <Lamp state="needs-you" word="The service sees this otherwise." />
      <ul className="flex list-disc flex-col gap-1 pl-5 text-label">
        {found.slice(0, shown).map(({ row, sentence }) => (
          <li key={`${row}/${sentence}`} className="break-words">
            {row !== null && `Row ${number(row)}. `}
            {sentence}
          </li>
        ))}
      </ul>
      {found.length > shown && <p className="text-label text-muted">And {number(found.length - shown)} more.</p>}
      {rows.length > 0 && (
        <div>
          <Button size="small" onClick={() => act({ kind: 'leaveOut', rows, out: true })}>
            {theseRows(rows.length)}
          </Button>
        </div>
      )}
    </div>
  )
}

const Agreed = ({ children }: { children: string }) => <Lamp state="done" word={children} />

const wouldTake = (count: number, optedOut: number) =>
  `It would call ${plural(count, 'row', 'rows')} that we leave out: it does not check whether a number exists${optedOut > 0 ? ', is a duplicate or is marked do not call' : ' or is a duplicate'}.`

function AsRead({ agreement, rows, optedOut }: { agreement: AsReadAgreement; rows: number; optedOut: number }) {
  const { found, putRight, leftOut, taken } = agreement
  const refused = putRight + leftOut
  return (
    <div className="flex flex-col gap-2">
      {found.length > 0 ? <Found found={found} /> : <Agreed>{`It agrees on ${plural(rows, 'row', 'rows')}.`}</Agreed>}
      {refused > 0 && (
        <p className="text-label text-soft">
          {`As they stand in your file it refuses ${plural(refused, 'row', 'rows')}: ${number(putRight)} are sent put right, ${number(leftOut)} are left out.`}
        </p>
      )}
      {taken !== null && taken > 0 && <p className="text-label text-soft">{wouldTake(taken, optedOut)}</p>}
    </div>
  )
}

function CheckedAsRead({ launch, answer }: { launch: Launch; answer: CsvCheck }) {
  const located = useLocated(
    launch,
    'asRead',
    // The worker finds no row 0: an error without a row is about the whole file.
    answer.errors.map(({ row }) => row ?? 0),
  )
  const file = fileOf(launch)
  if (!file || !located) return <Doing what="asRead" />
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

function CheckedClean({ launch, answer }: { launch: Launch; answer: CsvCheck }) {
  const file = fileOf(launch)
  const { parts, each } = partsOf(file?.counts.valid ?? 0)
  const sent = { rows: each, columns: (file?.names ?? []).filter((name) => name !== null) }
  const found = disagreementsOfCheck(sent, answer)
  const rows = found.flatMap(({ row }) => row ?? [])
  const located = useLocated(launch, 'clean', rows)
  if (!located) return <Doing what="clean" />
  if (found.length === 0)
    return parts === 1 ? (
      <Agreed>{`It takes all ${plural(sent.rows, 'row', 'rows')}.`}</Agreed>
    ) : (
      <>
        <Agreed>{`It takes the ${plural(sent.rows, 'row', 'rows')} of the first part.`}</Agreed>
        <p className="mt-1 text-label text-soft">
          It takes at most {number(csvLimits.rows)} rows at once. It checks each other part when that part starts.
        </p>
      </>
    )
  const numberOf = (row: number | null) => (row === null ? null : (located[rows.indexOf(row)]?.number ?? row))
  return <Found found={found.map(({ row, sentence }) => ({ row: numberOf(row), sentence }))} />
}

function Previewed({ launch }: { launch: Launch }) {
  const first = fileOf(launch)?.first ?? []
  const { preview } = launch.questions
  if (preview.kind !== 'answered') return null
  const found = disagreementsOfPreview(
    first.map(({ phone_number, values }) => ({ phone_number, ...values })),
    preview.answer,
  )
  if (found.length > 0)
    return <Found found={found.map(({ row, sentence }) => ({ row: row && (first[row - 2]?.row ?? row), sentence }))} />
  return <Agreed>{`It reads the first ${plural(first.length, 'row', 'rows')} as we do.`}</Agreed>
}

function Silent({ what, why, word }: { what: keyof Questions; why: string; word?: string }) {
  return (
    <div className="flex flex-col items-start gap-1.5">
      <Lamp state="stale" word={word ?? `The service did not ${words[what].deed}.`} />
      <p className="text-label text-soft">{why} Our own check stands; you can go on.</p>
      <Button size="small" onClick={() => void askService(what)}>
        Ask again
      </Button>
    </div>
  )
}

/** It answered, in a form that we do not know: that is no disagreement. */
const NotCompared = ({ what }: { what: keyof Questions }) => (
  <Silent
    what={what}
    word={`${words[what].title} could not be compared.`}
    why="The service answered in a form that Switchboard does not know."
  />
)

const Doing = ({ what }: { what: keyof Questions }) => (
  <p className="flex items-center gap-2 text-muted">
    <Spinner /> {words[what].doing}…
  </p>
)

function Answer({ launch, what }: { launch: Launch; what: keyof Questions }) {
  const asked = launch.questions[what]
  if (what === 'asRead' && isTooLongToAsk(launch))
    return (
      <p className="text-label text-soft">
        The service takes at most {number(csvLimits.rows)} rows at once, so it checks the first part of the file that
        will be sent, at Preview. Our own check is of every row.
      </p>
    )
  if (asked.kind === 'silent') return <Silent what={what} why={asked.why} />
  if (asked.kind !== 'answered') return <Doing what={what} />
  if (what === 'preview') {
    const isForeign = isForeignPreview(asked.answer as CsvPreview)
    return isForeign ? <NotCompared what={what} /> : <Previewed launch={launch} />
  }
  const answer = asked.answer as CsvCheck
  if (isEmptyCheck(answer)) return <NotCompared what={what} />
  return what === 'asRead' ? (
    <CheckedAsRead launch={launch} answer={answer} />
  ) : (
    <CheckedClean launch={launch} answer={answer} />
  )
}

/** @param refused why it is not asked at all: a missing role */
export const SecondLook = ({ launch, what, refused }: { launch: Launch; what: keyof Questions; refused: string }) => (
  <Section title={words[what].title}>
    {refused ? <p className="text-label text-soft">{refused}</p> : <Answer launch={launch} what={what} />}
  </Section>
)
