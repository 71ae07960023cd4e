/** A warning about numbers that cost more or may not reach a person. */
import { PhoneNumber } from '#components/phone/phone-number.tsx'
import type { SpecialNumbers } from '#recipients/worker/special-numbers.ts'
import { number } from '#ui/text/format-number.ts'
import { RowGroup } from './problem-parts.tsx'
import * as texts from './texts.tsx'

export const SpecialNumbersItem = ({ group: { kind, count, examples } }: { group: SpecialNumbers }) => (
  <RowGroup title={texts.specialNumbers[kind]} count={count}>
    <p className="text-label text-soft">{texts.specialNumberHints[kind]}</p>
    <ul className="flex flex-col gap-1 text-label text-soft">
      {examples.map((example) => (
        <li key={example.row}>
          Row {number(example.row)}: <PhoneNumber number={example.number} country="none" />
        </li>
      ))}
    </ul>
    {count > examples.length && <p className="text-label text-muted">{texts.moreExamples(count - examples.length)}</p>}
  </RowGroup>
)
