/** In place of a form that this operator may not use: somebody came here by its address. A file of its own: the first page does not load it. */
import Lock from 'lucide-react/icons/lock'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Card } from '#ui/layout/section.tsx'
import { ButtonLink } from '../navigation/link.tsx'

export const NotAllowed = ({ reason, to, label }: { reason: string; to: string; label: string }) => (
  <Card flush>
    <EmptyState icon={Lock} title="This is not yours to change" action={<ButtonLink to={to}>{label}</ButtonLink>}>
      {reason}
    </EmptyState>
  </Card>
)
