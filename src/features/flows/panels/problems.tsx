/** Lists what to check in a flow's steps. Nothing in the list prevents saving. */
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { linkClasses } from '#ui/classes.ts'
import { Glyph } from '#ui/status/icon.tsx'
import type { Problem } from '../steps/problems.ts'
import type { Selection } from '../steps/selection.ts'
import * as texts from '../steps/texts.tsx'

interface Props {
  problems: readonly Problem[]
  onSelect: (next: Selection) => void
}

export const Problems = ({ problems, onSelect }: Props) => (
  <ul aria-label={texts.problems} className="flex flex-col gap-1.5">
    {problems.map(({ text, node }) => (
      <li key={text} className="flex items-start gap-2">
        <span className="mt-0.5 text-muted">
          <Glyph icon={TriangleAlert} size="small" />
        </span>
        {node === null ? (
          <span>{text}</span>
        ) : (
          <button type="button" className={`${linkClasses} text-left`} onClick={() => onSelect({ node })}>
            {text}
          </button>
        )}
      </li>
    ))}
  </ul>
)
