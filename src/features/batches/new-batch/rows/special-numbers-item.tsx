/** A warning about numbers that cost more or may not reach a person. */
import { groupNumber } from '#phone/group.ts'
import type { SpecialNumbers } from '#recipients/worker/special-numbers.ts'
import { Badge } from '#ui/status/badge.tsx'
import { number } from '#ui/text/format-number.ts'
import * as texts from './texts.tsx'

export const SpecialNumbersItem = ({ group: { kind, count, examples } }: { group: SpecialNumbers }) => (
  <li className="flex flex-col gap-1.5 px-3 py-2">
    <div className="flex items-baseline gap-2">
      <h3 className="text-base">{texts.specialNumbers[kind]}</h3>
      <Badge>{number(count)}</Badge>
    </div>
    <p className="text-label text-soft">{texts.specialNumberHints[kind]}</p>
    <ul className="flex flex-col gap-1 text-label text-soft">
      {examples.map((example) => (
        <li key={example.row}>
          Row {number(example.row)}: {groupNumber(example.number)}
        </li>
      ))}
    </ul>
    {count > examples.length && <p className="text-label text-muted">{texts.moreExamples(count - examples.length)}</p>}
  </li>
)
