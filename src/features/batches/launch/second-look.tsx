/** What the service itself says of the rows that would be sent: that it agrees, where not, or that it said nothing. */
import { useQuery } from '@tanstack/react-query'
import { Button } from '#ui/button.tsx'
import { number, plural } from '#ui/format.ts'
import { Spinner } from '#ui/icon.tsx'
import { Lamp } from '#ui/lamp.tsx'
import { Section } from '#ui/section.tsx'
import { type Disagreement, disagreementsOfCheck, disagreementsOfPreview, isEmptyCheck } from './agreement.ts'
import { fileOf, type Launch, type Questions } from './launch.ts'
import { askService, changeChoices, rowsOf } from './workbench.ts'

const shown = 10

const theseRows = (count: number) => (count === 1 ? 'Leave out this row' : `Leave out these ${number(count)} rows`)

/** The rows of the chosen file that these rows of the sent file are: only those that are called were sent. */
function useRowNumbers(turn: number, found: readonly Disagreement[]) {
  const sentRows = found.flatMap(({ row }) => row ?? [])
  const { data } = useQuery({
    queryKey: ['rowsOfService', turn, sentRows],
    queryFn: async () => {
      const windows = await Promise.all(sentRows.map((row) => rowsOf({ from: row - 2, to: row - 1, filter: 'valid' })))
      return windows.map(({ rows }) => rows[0]?.number ?? null)
    },
    enabled: sentRows.length > 0,
  })
  return {
    numbers: data?.flatMap((row) => row ?? []) ?? [],
    numberOf: (row: number) => data?.[sentRows.indexOf(row)] ?? null,
  }
}

function Found({ launch, found }: { launch: Launch; found: readonly Disagreement[] }) {
  const { numbers, numberOf } = useRowNumbers(launch.turn, found)
  const { repairs } = launch.choices
  const leaveOut = () =>
    changeChoices({ ...launch.choices, repairs: { ...repairs, leaveOut: [...(repairs?.leaveOut ?? []), ...numbers] } })
  return (
    <div className="flex flex-col gap-2">
      <Lamp state="needs-you" word="The service sees this otherwise." />
      <ul className="flex list-disc flex-col gap-1 pl-5 text-label">
        {found.slice(0, shown).map(({ row, sentence }) => (
          <li key={`${row}/${sentence}`} className="break-words">
            {row !== null && `Row ${number(numberOf(row) ?? row)}. `}
            {sentence}
          </li>
        ))}
      </ul>
      {found.length > shown && <p className="text-label text-muted">And {number(found.length - shown)} more.</p>}
      {numbers.length > 0 && (
        <div>
          <Button size="small" onClick={leaveOut}>
            {theseRows(new Set(numbers).size)}
          </Button>
        </div>
      )}
    </div>
  )
}

function Silent({ what, why }: { what: keyof Questions; why: string }) {
  return (
    <div className="flex flex-col items-start gap-1.5">
      <Lamp state="stale" word={`The service did not ${words[what].deed}.`} />
      <p className="text-label text-soft">{why} Our own check stands; you can go on.</p>
      <Button size="small" onClick={() => void askService(what)}>
        Ask again
      </Button>
    </div>
  )
}

const words = {
  check: { title: "The service's own check", doing: 'The service checks the rows too', deed: 'check these rows' },
  preview: { title: "The service's own preview", doing: 'The service reads the rows too', deed: 'read these rows' },
} as const

function disagreements(launch: Launch, what: keyof Questions): readonly Disagreement[] {
  const file = fileOf(launch)
  const { check, preview } = launch.questions
  if (!file) return []
  if (what === 'check' && check.kind === 'answered') {
    return disagreementsOfCheck({ rows: file.counts.valid, columns: file.names }, check.answer)
  }
  if (what === 'preview' && preview.kind === 'answered') {
    const first = file.first.map(({ phone_number, values }) => ({ phone_number, ...values }))
    return disagreementsOfPreview(first, preview.answer)
  }
  return []
}

function agreement(launch: Launch, what: keyof Questions): string {
  const { counts, first } = fileOf(launch) ?? { counts: { valid: 0 }, first: [] }
  return what === 'check'
    ? `It agrees on ${plural(counts.valid, 'row', 'rows')}.`
    : `It reads the first ${plural(first.length, 'row', 'rows')} as we do.`
}

/** @param refused why it is not asked at all: a missing role */
export function SecondLook({ launch, what, refused }: { launch: Launch; what: keyof Questions; refused: string }) {
  const asked = launch.questions[what]
  const { title, doing } = words[what]
  const found = disagreements(launch, what)
  const { check } = launch.questions
  const says = what === 'check' && check.kind === 'answered' && isEmptyCheck(check.answer)
  return (
    <Section title={title}>
      {refused ? (
        <p className="text-label text-soft">{refused}</p>
      ) : asked.kind === 'answered' && says ? (
        <Silent what={what} why="Its answer says nothing that we can read." />
      ) : asked.kind === 'answered' && found.length > 0 ? (
        <Found launch={launch} found={found} />
      ) : asked.kind === 'answered' ? (
        <Lamp state="done" word={agreement(launch, what)} />
      ) : asked.kind === 'silent' ? (
        <Silent what={what} why={asked.why} />
      ) : (
        <p className="flex items-center gap-2 text-muted">
          <Spinner /> {doing}…
        </p>
      )}
    </Section>
  )
}
