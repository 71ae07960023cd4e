/** Leads from a step that was opened from the transcript of a rehearsal back to it. */
import ChevronLeft from 'lucide-react/icons/chevron-left'
import { Button } from '#ui/forms/button.tsx'
import { useSelection } from '../steps/selection.ts'

export function BackToRehearsal() {
  const { isFromRehearsal, openPanel } = useSelection()
  if (!isFromRehearsal) return null
  return (
    <div className="mb-3">
      <Button size="small" icon={ChevronLeft} onClick={() => openPanel('rehearse')}>
        Back to the rehearsal
      </Button>
    </div>
  )
}
