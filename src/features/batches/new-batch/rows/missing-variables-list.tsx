/** Lists the variables without a value, with links to their rows. */
import { variablesInWords } from '#components/agents/call-variables.ts'
import { Link } from '#kit/navigation/link.tsx'
import type { Summary } from '#recipients/worker/protocol.ts'
import { Badge } from '#ui/status/badge.tsx'
import { number } from '#ui/text/format-number.ts'
import { newBatchSearch } from '../state/new-batch-search.ts'
import type { Gap } from './missing-variables.ts'
import { gapText } from './missing-variables-texts.ts'
import * as texts from './texts.tsx'

export const GapItems = ({ gaps, file }: { gaps: readonly Gap[]; file: Summary }) =>
  gaps.map((gap) => (
    <li key={gap.name} className="flex flex-col gap-1 px-3 py-2">
      <div className="flex items-baseline gap-2">
        <h3 className="min-w-0 text-base break-words">{texts.noValueFor(variablesInWords([gap.name]))}</h3>
        <Badge>{number(gap.calls)}</Badge>
        <span className="ml-auto text-label whitespace-nowrap">
          <Link to={newBatchSearch('validate', gap.column === null ? 'all' : `empty-${gap.column}`)} preventScrollReset>
            {gap.column === null ? 'Match columns' : texts.showRows(gap.calls)}
            <span className="sr-only">{texts.about(texts.noValueFor(variablesInWords([gap.name])))}</span>
          </Link>
        </span>
      </div>
      <p className="text-label text-soft">{gapText(gap, file.counts.valid)}</p>
    </li>
  ))
