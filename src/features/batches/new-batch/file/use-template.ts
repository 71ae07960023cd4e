import { useState } from 'react'
import { request } from '#api/client.ts'
import { Refusal } from '#contract/index.ts'
import { saveFile } from '#ui/save-file.ts'

/** Downloads the service's template for batches (specification 4.4). */
export function useTemplate() {
  const [state, setState] = useState<{ isPending: boolean; refusal: Refusal | null }>({
    isPending: false,
    refusal: null,
  })
  return {
    ...state,
    save: () => {
      setState({ isPending: true, refusal: null })
      request('batchTemplate', {}).then(
        ({ data }) => {
          saveFile(data as unknown as Blob, 'batch-template.csv')
          setState({ isPending: false, refusal: null })
        },
        (error: unknown) => setState({ isPending: false, refusal: error instanceof Refusal ? error : null }),
      )
    },
  }
}
