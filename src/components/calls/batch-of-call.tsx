/** The batch of a call. That no row is known to have placed it proves nothing: most rows of a batch are never read. */
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'

interface Props {
  batchId: string | null
  batchName: string | null | undefined
  /** Whether it was placed by hand, which proves that it is of no batch. */
  isPlaced: boolean
}

/** In a list, the link is above the row's own link. */
export const BatchOfCall = ({ batchId, batchName, isPlaced }: Props) =>
  batchId === null ? (
    <span className="text-muted">{isPlaced ? 'Not part of a batch' : 'Not known yet'}</span>
  ) : (
    <Link to={paths.batch(batchId)}>{batchName || batchId}</Link>
  )
