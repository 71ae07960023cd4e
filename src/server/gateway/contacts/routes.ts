/** Endpoints of the do-not-call list. */
import { type DoNotCallSource, gatewayEndpoints } from '#contract/index.ts'
import { checkNumber } from '#phone/number.ts'
import { spellingsOf } from '#phone/telephone.ts'
import type { AnswerCache } from '../http/answer-cache.ts'
import type { GatewayContext } from '../http/context.ts'
import { type Handler, parseId, parseJsonBody, parseQueryOf } from '../http/handler.ts'
import { parseUpload } from '../http/parse.ts'
import { operatorOf, readingOf, workspaceOf } from '../http/request.ts'
import type { RecordAction } from '../ledger/admin-actions.ts'
import type { Workspace } from '../shared/configuration.ts'
import type { Contacts } from './contacts.ts'
import type { DoNotCall } from './do-not-call.ts'
import type { DoNotCallFiles } from './do-not-call-import.ts'
import { noNumber } from './do-not-call-refusals.ts'
import type { FindStillIncluded } from './still-included.ts'

/** Returns the number in E.164. @throws Refusal 400 if it is not a valid number of any country */
function e164(text: string): string {
  const check = checkNumber(text)
  const number = check.ok ? check.e164 : check.problem === 'unknown_area_code' && check.repaired
  // guard: only-numbers-are-listed
  if (!number) throw noNumber()
  return number
}

const epochMsOf = (text: string | undefined): number | null => (text === undefined ? null : Date.parse(text))

export function doNotCallRoutes(deps: {
  list: DoNotCall
  contacts: Pick<Contacts, 'hash'>
  files: DoNotCallFiles
  findStillIncluded: FindStillIncluded
  recordAction: RecordAction
  workspaces: readonly Workspace[]
  cached: AnswerCache
}) {
  const { list, contacts, files, findStillIncluded, recordAction } = deps
  const workspaceAndOperator = (c: GatewayContext) => ({ workspace: workspaceOf(c, deps), operator: operatorOf(c) })

  return {
    doNotCallList: deps.cached({
      argsOf: (c) => ({
        workspace: workspaceOf(c, deps),
        ...parseQueryOf(c, 'doNotCallList'),
      }),
      answer: ({ workspace, page, limit }) => list.list(workspace, page, limit),
    }),
    doNotCallAdd: async (c) => {
      const { number: text, reason, until, source } = await parseJsonBody(c, 'doNotCallAdd')
      const number = e164(text)
      const additionSource = { kind: source?.kind ?? 'hand', name: null, id: source?.id ?? null }
      const added = await list.add(number, {
        ...workspaceAndOperator(c),
        reason,
        until: epochMsOf(until),
        source: additionSource,
      })
      const hashes = await contacts.hash(spellingsOf(number))
      // Also finds a start that was being recorded, because the addition waited for it.
      return c.json({ ...added, ...(await findStillIncluded(workspaceOf(c, deps), () => [hashes])) })
    },
    doNotCallSearch: async (c) => {
      const { number } = await parseJsonBody(c, 'doNotCallSearch')
      return c.json({ entry: await list.search(workspaceOf(c, deps), e164(number)) })
    },
    doNotCallImport: async (c) => {
      const reading = readingOf(c, false)
      const { file, fields } = await parseUpload(gatewayEndpoints.doNotCallImport, c, reading)
      const { reason = '', until, fileName, column, country, sourceId } = fields
      const source = {
        kind: (fields.source ?? 'import') as DoNotCallSource,
        name: fileName ?? null,
        id: sourceId ?? null,
      }
      return c.json(
        await files.import(
          file,
          { column, country },
          { ...workspaceAndOperator(c), reason, until: epochMsOf(until), source },
          reading,
        ),
      )
    },
    doNotCallExport: async (c) => {
      const { workspace, operator } = workspaceAndOperator(c)
      const ids = { workspaceId: workspace }
      const text = await recordAction({ endpoint: 'doNotCallExport', ids, operator }, () => files.export(workspace))
      c.header('content-disposition', 'attachment; filename="do-not-call.csv"')
      c.header('content-type', 'text/csv; charset=utf-8')
      return c.body(text)
    },
    doNotCallRemove: async (c) => {
      const { workspace, operator } = workspaceAndOperator(c)
      return c.json(await list.remove(workspace, parseId(c, 'entryId'), operator))
    },
    doNotCallTakeBack: async (c) => {
      const { workspace, operator } = workspaceAndOperator(c)
      return c.json(await list.takeBack(workspace, parseId(c, 'additionId'), operator))
    },
    doNotCallRestore: async (c) => {
      const { workspace, operator } = workspaceAndOperator(c)
      return c.json(await list.restore(workspace, parseId(c, 'entryId'), operator))
    },
  } satisfies Record<string, Handler>
}
