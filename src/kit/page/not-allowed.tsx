/** Replaces a form that the operator may not use but opened by its address. In a file of its own, so that the first page does not load it. */
import Lock from 'lucide-react/icons/lock'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Card } from '#ui/layout/section.tsx'
import { ButtonLink } from '../navigation/link.tsx'

export const NotAllowed = ({ reason, to, label }: { reason: string; to: string; label: string }) => (
  <Card flush>
    <EmptyState icon={Lock} title="You can't change this" action={<ButtonLink to={to}>{label}</ButtonLink>}>
      {reason}
    </EmptyState>
  </Card>
)
