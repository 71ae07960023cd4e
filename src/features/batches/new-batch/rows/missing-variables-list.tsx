/** Lists the variables without a value, with links to their rows. */
import { variablesInWords } from '#components/agents/call-variables.ts'
import { Link } from '#kit/navigation/link.tsx'
import type { Summary } from '#recipients/worker/protocol.ts'
import { newBatchSearch } from '../state/new-batch-search.ts'
import type { Gap } from './missing-variables.ts'
import { gapText } from './missing-variables-texts.ts'
import { RowGroup } from './problem-parts.tsx'

export const GapItems = ({ gaps, file }: { gaps: readonly Gap[]; file: Summary }) =>
  gaps.map((gap) => (
    <RowGroup
      key={gap.name}
      title={`No value for ${variablesInWords([gap.name])}`}
      count={gap.calls}
      show={gap.column === null ? undefined : `empty-${gap.column}`}
      isOpen
      repair={gap.column === null && <Link to={newBatchSearch('validate')}>Match columns</Link>}
    >
      <p className="text-label text-soft">{gapText(gap, file.counts.valid)}</p>
    </RowGroup>
  ))
