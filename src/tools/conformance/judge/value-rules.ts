/** What the documents demand of single values, beyond their type: IDs, phone numbers, ranges, times, and the arithmetic of pages and counts. */
import type * as z from 'zod/mini'
import { type EndpointDefinition, e164Pattern, emailPattern, idPattern, pageLimit } from '#contract/index.ts'
import type { Finding } from './outcome.ts'

type Fields = Record<string, unknown>
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

interface Leaf {
  /** Without indexes: `agents[].voice.provider`. */
  field: string
  value: unknown
}

/** The values of the fields that the contract has. Unknown fields and free-form records are not visited. */
function leavesOf(schema: z.core.SomeType, value: unknown, field = ''): Leaf[] {
  const def = (schema as z.core.$ZodType)._zod.def as {
    innerType?: z.core.$ZodType
    element?: z.core.$ZodType
    shape?: Record<string, z.core.$ZodType>
  }
  if (def.innerType !== undefined) return leavesOf(def.innerType, value, field)
  const { element, shape } = def
  if (element !== undefined)
    return Array.isArray(value) ? value.flatMap((item) => leavesOf(element, item, `${field}[]`)) : []
  if (shape === undefined) return field === '' || value === undefined || value === null ? [] : [{ field, value }]
  if (!isObject(value)) return []
  return Object.entries(shape).flatMap(([name, inner]) =>
    leavesOf(inner, value[name], field === '' ? name : `${field}.${name}`),
  )
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isNumber = (value: unknown): value is number => typeof value === 'number'

/** Demands on values of a type, by the name of the field. The first that matches decides. */
const rules: readonly { fields: RegExp; isAllowed: (value: unknown) => boolean; expected: string; section?: string }[] =
  [
    // Identifiers within a flow, at a voice provider and at a carrier are free texts.
    { fields: /(voiceId|phoneNumberId|flowData\.\w+\[\]\.\w+|rules\[\]\.id)$/, isAllowed: () => true, expected: '' },
    {
      fields: /(^|[.\]])(_?id|[a-z]\w*Id|\w+_id|roomName)$/,
      isAllowed: (value) => !isText(value) || value === '' || idPattern.test(value),
      expected: 'expected an ID of letters, digits, hyphens and underscores',
      section: 'interface 6',
    },
    {
      fields: /(phoneNumber|fromNumber|toNumber|phone_number|customerPhone|customer\.phone)$/,
      isAllowed: (value) => !isText(value) || value === '' || e164Pattern.test(value),
      expected: 'expected a number in E.164 format',
      section: 'specification 4.3 rule 4',
    },
    {
      fields: /message\.to$/,
      isAllowed: (value) => !isText(value) || e164Pattern.test(value) || emailPattern.test(value),
      expected: 'expected a number in E.164 format or an e-mail address',
    },
    {
      fields: /customer\.email$/,
      isAllowed: (value) => !isText(value) || value === '' || emailPattern.test(value),
      expected: 'expected an e-mail address',
    },
    {
      fields: /settings\.(speed|volume|temperature)$/,
      isAllowed: (value) => !isNumber(value) || (value >= 0 && value <= 1),
      expected: 'expected a number from 0 to 1',
    },
    {
      fields: /(duration|averageCallDuration|mutedTracks)$/i,
      isAllowed: (value) => !isNumber(value) || (value >= 0 && value < 24 * 3_600),
      expected: 'expected a number from 0, in seconds',
      section: 'interface 6',
    },
  ]

const checkLeaf = ({ field, value }: Leaf): Finding[] => {
  const rule = rules.find(({ fields }) => fields.test(field))
  if (rule === undefined || rule.isAllowed(value)) return []
  return [{ kind: 'wrong', field, says: rule.expected, ...(rule.section !== undefined && { section: rule.section }) }]
}

/** Repeats within a list are one finding. */
const withoutRepeats = (findings: readonly Finding[]) => [
  ...new Map(findings.map((finding) => [`${finding.field} ${finding.says}`, finding])).values(),
]

const wrong = (field: string, says: string): Finding => ({ kind: 'wrong', field, says, section: 'interface 3' })

/** The arithmetic of a page (interface 3), compared with what was asked for. */
function checkPagination(pagination: Fields, count: number, query: URLSearchParams): Finding[] {
  const { page, limit, hasNext, hasPrev } = pagination
  const asked = { page: Number(query.get('page') ?? 1), limit: Number(query.get('limit') ?? pageLimit.default) }
  const findings: Finding[] = []
  for (const name of ['page', 'limit'] as const)
    if (isNumber(pagination[name]) && pagination[name] !== asked[name])
      findings.push(wrong(`pagination.${name}`, `received ${pagination[name]}, asked for ${asked[name]}`))
  const { total, totalPages } = pagination
  if (!isNumber(total) || !isNumber(totalPages) || !isNumber(page) || !isNumber(limit)) return findings
  const pages = Math.ceil(total / asked.limit)
  if (![pages, Math.max(1, pages)].includes(totalPages))
    findings.push(wrong('pagination.totalPages', `received ${totalPages}, expected ${pages} for ${total} records`))
  const before = (asked.page - 1) * asked.limit
  const expectedCount = Math.max(0, Math.min(asked.limit, total - before))
  if (count !== expectedCount)
    findings.push(wrong('pagination.total', `received ${total}, but this page has ${count} records`))
  if (typeof hasNext === 'boolean' && hasNext !== asked.page < pages)
    findings.push(wrong('pagination.hasNext', `received ${hasNext} on page ${asked.page} of ${pages}`))
  if (typeof hasPrev === 'boolean' && hasPrev !== asked.page > 1)
    findings.push(wrong('pagination.hasPrev', `received ${hasPrev} on page ${asked.page}`))
  return findings
}

/**
 * Finds values that contradict the documents.
 *
 * @param answer in the contract's spelling
 * @param raw as received, because a pagination that was left out is not a wrong one (interface 8)
 * @param path of the request, with its query
 */
export function checkValues(
  { response }: Pick<EndpointDefinition, 'response'>,
  answer: unknown,
  raw: unknown,
  path: string,
): Finding[] {
  if (response === undefined) return []
  const findings = withoutRepeats(leavesOf(response, answer).flatMap(checkLeaf))
  const { shape = {} } = (response as z.core.$ZodType)._zod.def as { shape?: object }
  if (!('pagination' in shape) || !isObject(answer) || !isObject(raw) || !isObject(raw.pagination)) return findings
  const records = Object.values(answer).find(Array.isArray)
  if (records === undefined) return findings
  const query = new URLSearchParams(path.split('?')[1] ?? '')
  return [...findings, ...checkPagination(raw.pagination, records.length, query)]
}
